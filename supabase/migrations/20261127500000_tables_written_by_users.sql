-- Tables that users write say so. The embedded service compares grants with it at its start, also on the schema of a
-- later release, whose tables it does not know.
comment on table public.my_picks is 'Users write their own rows.';
comment on table public.starred_props is 'Users write their own rows.';
comment on table public.alert_settings is 'Users write their own rows.';
