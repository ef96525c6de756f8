-- Releases of shell and remotes. A release never changes once it is there; which one is live does.
create table public.remote_releases (
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  version text not null check (version ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}(-[0-9a-z.-]{1,40})?$'),
  contract text not null,
  placement jsonb,
  entry text not null,
  integrity jsonb not null check (jsonb_typeof(integrity) = 'object'),
  preload jsonb not null check (jsonb_typeof(preload) = 'array'),
  size bigint not null check (size >= 0),
  state text not null default 'published' check (state in ('published', 'live', 'withdrawn')),
  published_at timestamptz not null default now(),
  live_since timestamptz,
  primary key (name, version)
);
create unique index remote_releases_one_live on public.remote_releases (name) where state = 'live';

alter table public.remote_releases enable row level security;
revoke all on public.remote_releases from anon, authenticated, public;
grant all on public.remote_releases to service_role;

create function public.release_document(p_row public.remote_releases) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'version', p_row.version, 'contract', p_row.contract,
    'placement', p_row.placement, 'entry', p_row.entry, 'integrity', p_row.integrity,
    'preload', p_row.preload, 'size', p_row.size);
$$;

create function public.keep_releases() returns trigger
language plpgsql set search_path = '' as $$
begin
  if public.release_document(new) <> public.release_document(old) then
    raise exception 'Release % % is there already with other content', old.name, old.version
      using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.publish_release(p_release jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := p_release ->> 'name';
  v_version text := p_release ->> 'version';
begin
  -- Two deploys of one remote go one after the other; the later one is live.
  perform pg_advisory_xact_lock(hashtextextended('propsight release ' || v_name, 0));
  insert into public.remote_releases as r
      (name, version, contract, placement, entry, integrity, preload, size)
    values (v_name, v_version, p_release ->> 'contract', nullif(p_release -> 'placement', 'null'::jsonb),
      p_release ->> 'entry', p_release -> 'integrity', p_release -> 'preload', (p_release ->> 'size')::bigint)
    on conflict (name, version) do update set contract = excluded.contract, placement = excluded.placement,
      entry = excluded.entry, integrity = excluded.integrity, preload = excluded.preload, size = excluded.size;
  update public.remote_releases set state = 'published'
    where name = v_name and version <> v_version and state = 'live';
  update public.remote_releases set state = 'live', live_since = now()
    where name = v_name and version = v_version and state <> 'live';
end $$;

create function public.live_releases() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select public.release_document(r) from public.remote_releases r where r.state = 'live' order by r.name;
$$;

revoke execute on function public.release_document(public.remote_releases), public.keep_releases(),
  public.publish_release(jsonb), public.live_releases() from public, anon, authenticated;
grant execute on function public.publish_release(jsonb), public.live_releases(),
  public.release_document(public.remote_releases) to service_role;

create trigger remote_releases_keep before update on public.remote_releases
  for each row execute function public.keep_releases();
