-- Bounds every value that users, visitors or deploys can store. A numeric without a precision keeps up to 16,383 digits after
-- the point: rows of a few bytes became lists of megabytes.

-- beside the last release: values that it writes fit, and digits beyond the fourth after the point are rounded

alter table public.my_picks
  alter column confidence type numeric(12, 4),
  alter column betting_line type numeric(12, 4),
  alter column projected_total type numeric(12, 4),
  alter column over_hit_percentage type numeric(12, 4);

-- beside the last release: values that it writes fit, and digits beyond the fourth after the point are rounded

alter table public.past_parlays
  alter column overall_confidence type numeric(12, 4),
  alter column expected_value type numeric(12, 4),
  alter column recommended_units type numeric(12, 4),
  alter column paid type numeric(12, 4);

-- beside the last release: values that it writes fit, and digits beyond the fourth after the point are rounded

alter table public.track_legs
  alter column line type numeric(12, 4),
  alter column promised type numeric(12, 4),
  alter column promised_low type numeric(12, 4),
  alter column promised_high type numeric(12, 4),
  alter column actual type numeric(12, 4),
  alter column no_vig type numeric(12, 4),
  alter column closing_no_vig type numeric(12, 4);

-- beside the last release: values that it writes fit, and digits beyond the fourth after the point are rounded

alter table public.pending_forecasts
  alter column promised type numeric(12, 4),
  alter column promised_low type numeric(12, 4),
  alter column promised_high type numeric(12, 4);

-- beside the last release: values that it writes fit, and digits beyond the fourth after the point are rounded

alter table public.odds_current
  alter column line type numeric(12, 4);

-- beside the last release: values that it writes fit, and digits beyond the fourth after the point are rounded

alter table public.starred_props
  alter column line type numeric(12, 4);

-- beside the last release: it writes no value beyond these bounds

alter table public.pending_forecasts
  add constraint pending_forecasts_engine_check check (char_length(engine) <= 60);

-- beside the last release: it writes no value beyond these bounds

alter table public.user_profiles
  add constraint user_profiles_email_check check (char_length(email) <= 320);

alter table public.run_deliveries
  drop constraint run_deliveries_covers_check;

-- beside the last release: it writes no value beyond these bounds

alter table public.run_deliveries
  add constraint run_deliveries_covers_check check (cardinality(covers) between 1 and 5000 and octet_length(covers::text) <= 2097152),
  add constraint run_deliveries_additions_check check (octet_length(additions::text) <= 262144),
  add constraint run_deliveries_addition_rows_check check (octet_length(addition_rows::text) <= 262144);

alter table public.remote_releases
  drop constraint remote_releases_integrity_check,
  drop constraint remote_releases_preload_check,
  drop constraint remote_releases_shared_check;

-- beside the last release: it writes no value beyond these bounds

alter table public.remote_releases
  add constraint remote_releases_contract_check check (char_length(contract) <= 40),
  add constraint remote_releases_placement_check check (octet_length(placement::text) <= 8192),
  add constraint remote_releases_entry_check check (char_length(entry) <= 500),
  add constraint remote_releases_integrity_check check (jsonb_typeof(integrity) = 'object' and octet_length(integrity::text) <= 1048576),
  add constraint remote_releases_preload_check check (jsonb_typeof(preload) = 'array' and octet_length(preload::text) <= 65536),
  add constraint remote_releases_global_name_check check (char_length(global_name) <= 200),
  add constraint remote_releases_shared_check check (jsonb_typeof(shared) = 'array' and octet_length(shared::text) <= 65536),
  add constraint remote_releases_published_by_check check (char_length(published_by) <= 200);

-- beside the last release: it writes no value beyond these bounds

alter table public.remote_rollouts
  add constraint remote_rollouts_halted_reason_check check (char_length(halted_reason) <= 2000);

-- beside the last release: it writes no value beyond these bounds

alter table public.remote_events
  add constraint remote_events_name_check check (char_length(name) <= 31),
  add constraint remote_events_version_check check (char_length(version) <= 60),
  add constraint remote_events_action_check check (char_length(action) <= 40),
  add constraint remote_events_actor_check check (char_length(actor) <= 200),
  add constraint remote_events_message_check check (char_length(message) <= 2000);

-- beside the last release: it writes no value beyond these bounds

alter table public.remote_uploads
  add constraint remote_uploads_name_check check (char_length(name) <= 31),
  add constraint remote_uploads_version_check check (char_length(version) <= 60),
  add constraint remote_uploads_actor_check check (char_length(actor) <= 200);

-- beside the last release: it writes no value beyond these bounds

alter table public.release_served
  add constraint release_served_name_check check (char_length(name) <= 31),
  add constraint release_served_version_check check (char_length(version) <= 60),
  add constraint release_served_visitor_check check (char_length(visitor) <= 200),
  add constraint release_served_source_check check (char_length(source) <= 200);

-- beside the last release: it writes no value beyond these bounds

alter table public.release_loads
  add constraint release_loads_name_check check (char_length(name) <= 31),
  add constraint release_loads_version_check check (char_length(version) <= 60),
  add constraint release_loads_kind_check check (char_length(kind) <= 40),
  add constraint release_loads_reporter_check check (char_length(reporter) <= 200);

-- beside the last release: it writes no value beyond these bounds

alter table public.deploy_token_uses
  add constraint deploy_token_uses_name_check check (char_length(name) <= 31),
  add constraint deploy_token_uses_action_check check (char_length(action) <= 40);
