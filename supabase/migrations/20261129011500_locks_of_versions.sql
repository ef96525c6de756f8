-- The registration of an upload is the lock of its version in the bundle store, and a removal has one too: the store needs
-- no state of its own.
alter table public.remote_uploads
  add column content text not null default '' check (char_length(content) <= 100);

drop function public.begin_upload;

-- Registers an upload for `p_seconds`. @returns its id, and whether this release is already published; null while other
-- work runs on this version
create function public.begin_upload(p_name text, p_version text, p_actor text, p_seconds int, p_content text default '')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform public.lock_remote(p_name);
  if exists (select from public.remote_uploads where name = p_name and version = p_version
      and content <> p_content and expires_at > now() - interval '1 minute') then
    return null;
  end if;
  insert into public.remote_uploads (name, version, actor, expires_at, content)
    values (p_name, p_version, p_actor, now() + make_interval(secs => p_seconds), p_content) returning id into v_id;
  return jsonb_build_object('id', v_id, 'published', exists (
    select from public.remote_releases where name = p_name and version = p_version and removed_at is null));
end $$;

-- Registers the removal of the files of a version that is neither published nor being uploaded. @returns its id for
-- `end_upload`, or null for any other version
create function public.begin_removal(p_name text, p_version text, p_seconds int) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform public.lock_remote(p_name);
  if p_version in (select public.expected_bundles(p_name)) then
    return null;
  end if;
  insert into public.remote_uploads (name, version, actor, expires_at, content)
    values (p_name, p_version, 'propsight', now() + make_interval(secs => p_seconds), 'removal') returning id into v_id;
  return v_id;
end $$;

revoke execute on function public.begin_upload, public.begin_removal from public, anon, authenticated;
grant execute on function public.begin_upload, public.begin_removal to service_role;
