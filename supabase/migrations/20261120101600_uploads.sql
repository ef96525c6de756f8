-- An upload that has begun: while it stands its files are nobody's rubbish, after it they are.
create table public.remote_uploads (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  version text not null,
  actor text not null,
  expires_at timestamptz not null
);

alter table public.remote_uploads enable row level security;
revoke all on public.remote_uploads from anon, authenticated, public;
grant all on public.remote_uploads to service_role;

-- Says that files of this release are about to be stored. Answers whether it is published already.
create function public.begin_upload(p_name text, p_version text, p_actor text, p_seconds int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform public.lock_remote(p_name);
  insert into public.remote_uploads (name, version, actor, expires_at)
    values (p_name, p_version, p_actor, now() + make_interval(secs => p_seconds)) returning id into v_id;
  return jsonb_build_object('id', v_id, 'published', exists (
    select from public.remote_releases where name = p_name and version = p_version and removed_at is null));
end $$;

-- Gives the place of an upload back, when it failed before it was published. Waits for a publication of it that is
-- still under way: what is there afterwards is certain.
create function public.end_upload(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(name) from public.remote_uploads where id = p_id;
  delete from public.remote_uploads where id = p_id;
end $$;

-- Versions whose files may lie in the store: published and not removed, or being uploaded right now. An upload counts
-- for a while longer than it may be published, so that nobody sees it gone before its release is there.
create function public.expected_bundles(p_name text) returns setof text
language sql stable security definer set search_path = '' as $$
  select version from public.remote_releases where name = p_name and removed_at is null
  union
  select version from public.remote_uploads where name = p_name and expires_at > now() - interval '1 minute';
$$;

revoke execute on function public.begin_upload, public.end_upload, public.expected_bundles
  from public, anon, authenticated;
grant execute on function public.begin_upload, public.end_upload, public.expected_bundles to service_role;
