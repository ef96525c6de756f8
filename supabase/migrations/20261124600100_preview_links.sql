-- Links that show one release to those who have them. The API signs them; a release can revoke all of its links.

alter table public.remote_releases add column previews_revoked_at timestamptz;

-- A release that a preview link may show, and when its links were revoked last (null: never). Null for a release that is
-- unknown, withdrawn or removed.
create function public.preview_release(p_name text, p_version text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('release', public.release_document(r), 'revokedAt', r.previews_revoked_at)
    from public.remote_releases r
    where r.name = p_name and r.version = p_version and r.withdrawn_at is null and r.removed_at is null;
$$;

-- Revokes all preview links of a release that were created until now. @throws PT404
create function public.revoke_previews(p_name text, p_version text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(p_name);
  update public.remote_releases set previews_revoked_at = clock_timestamp() where name = p_name and version = p_version;
  if not found then
    raise exception 'There is no release % %', p_name, p_version using errcode = 'PT404';
  end if;
  perform public.log_remote(p_name, p_version, 'preview-revoke', p_actor, '');
end $$;

revoke execute on function public.preview_release, public.revoke_previews from public, anon, authenticated;
grant execute on function public.preview_release, public.revoke_previews to service_role;
