-- A statement of a user or a visitor ends after a second. PostgREST and the embedded service apply the settings of the
-- role with each request; functions of the server run as `service_role` and are not affected.
--
-- Roles belong to the whole cluster: set only once, and one database after another, because PostgreSQL refuses
-- concurrent changes of a role.
-- beside the last release: its API reads and writes as the server
do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated'] loop
    for v_attempt in 1..100 loop
      exit when exists (select from pg_catalog.pg_roles
        where rolname = v_role and rolconfig @> array['statement_timeout=1s']);
      begin
        execute format('alter role %I set statement_timeout = %L', v_role, '1s');
      exception when internal_error then
        -- 'tuple concurrently updated'
        perform pg_catalog.pg_sleep(0.05);
      end;
    end loop;
  end loop;
end $$;
