-- The time limit that applies to the statements of the caller. The check of a hosted project asks for it: the REST service
-- reads the settings of the roles at its start and when it is told to.
create function public.statement_limit() returns text
language sql stable set search_path = '' as $$
  select current_setting('statement_timeout');
$$;

revoke execute on function public.statement_limit from public, anon, authenticated;
grant execute on function public.statement_limit to anon, service_role;

-- Without it the REST service of a hosted project applies the limits of an earlier migration after its next restart only.
-- beside the last release: it changes no object
notify pgrst, 'reload config';
