-- Writes to the disk of the database: the sort does not fit into its memory. Changes no table.
-- @throws 53100 if the disk is full, or a hosted project is read-only because it is almost full
create function public.probe_storage() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64kB' as $$
begin
  if current_setting('default_transaction_read_only') = 'on' then
    raise exception 'The database is read-only' using errcode = '53100';
  end if;
  perform count(*) from (select md5(n::text) from generate_series(1, 8192) as n order by 1) as sorted;
end $$;

revoke execute on function public.probe_storage from public, anon, authenticated;
grant execute on function public.probe_storage to service_role;

-- Records in the history of a remote and in the audit log that the files of a release are damaged. Every instance finds
-- the damage: one row a day.
create function public.log_quarantine(p_name text, p_version text, p_message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(p_name);
  if exists (select from public.remote_events where name = p_name and action = 'quarantine'
      and version is not distinct from p_version and at > now() - interval '1 day') then
    return;
  end if;
  perform public.log_remote(p_name, p_version, 'quarantine', 'propsight', left(p_message, 500));
  perform public.log_admin_action('propsight', 'remote-quarantine', p_name,
    jsonb_build_object('version', p_version, 'message', left(p_message, 500)));
end $$;

revoke execute on function public.log_quarantine from public, anon, authenticated;
grant execute on function public.log_quarantine to service_role;
