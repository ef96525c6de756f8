-- Which release a visitor gets: a live one for everybody, and perhaps a canary for some. Releases stay immutable; what
-- changes is this row, and every change of it raises its generation, so that whoever decided on an older one loses.
alter table public.remote_releases
  add column global_name text,
  add column shared jsonb not null default '[]' check (jsonb_typeof(shared) = 'array'),
  add column published_by text not null default 'operator',
  add column message text not null default '' check (length(message) <= 500),
  -- When it last stopped being served, live or as a canary: bundles are kept for a while from then on.
  add column last_live_at timestamptz,
  -- Rolled back or halted: never made live again without being named.
  add column withdrawn_at timestamptz,
  -- Its files are gone; the row stays as a record.
  add column removed_at timestamptz;

create table public.remote_rollouts (
  name text primary key,
  live_version text,
  canary_version text,
  canary_percent int check (canary_percent between 0 and 100),
  canary_since timestamptz,
  halted_version text,
  halted_at timestamptz,
  halted_reason text,
  generation bigint not null default 0,
  updated_at timestamptz not null default now(),
  foreign key (name, live_version) references public.remote_releases (name, version),
  foreign key (name, canary_version) references public.remote_releases (name, version),
  check (canary_version is null or canary_version <> live_version),
  check ((canary_version is null) = (canary_percent is null) and (canary_version is null) = (canary_since is null))
);
insert into public.remote_rollouts (name, live_version, generation)
  select name, max(version) filter (where state = 'live'), 1 from public.remote_releases group by name;
update public.remote_releases set live_since = coalesce(live_since, published_at) where state = 'live';
drop index public.remote_releases_one_live;

-- What was done to a remote, by whom and why.
create table public.remote_events (
  id bigint generated always as identity primary key,
  name text not null,
  version text,
  action text not null check (action in
    ('publish', 'live', 'canary', 'promote', 'rollback', 'halt', 'auto-halt', 'remove', 'token-create', 'token-revoke')),
  actor text not null,
  message text not null default '',
  generation bigint not null,
  at timestamptz not null default now()
);
create index remote_events_by_name on public.remote_events (name, id desc);

alter table public.remote_rollouts enable row level security;
alter table public.remote_events enable row level security;
revoke all on public.remote_rollouts, public.remote_events from anon, authenticated, public;
grant all on public.remote_rollouts, public.remote_events to service_role;

drop function public.publish_release(jsonb);
drop function public.live_releases();

create or replace function public.release_document(p_row public.remote_releases) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'version', p_row.version, 'contract', p_row.contract,
    'placement', p_row.placement, 'entry', p_row.entry, 'globalName', p_row.global_name, 'shared', p_row.shared,
    'integrity', p_row.integrity, 'preload', p_row.preload, 'size', p_row.size);
$$;
alter table public.remote_releases drop column state;

-- The release that a browser falls back to: the one that was live last and is still good.
create function public.release_before(p_name text, p_version text) returns text
language sql stable set search_path = '' as $$
  select version from public.remote_releases
    where name = p_name and version is distinct from p_version and live_since is not null
      and withdrawn_at is null and removed_at is null
    order by live_since desc limit 1;
$$;

create function public.rollout_document(p_row public.remote_rollouts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'generation', p_row.generation, 'live', p_row.live_version,
    'previous', public.release_before(p_row.name, p_row.live_version),
    'canary', case when p_row.canary_version is not null then jsonb_build_object('version', p_row.canary_version,
      'percent', p_row.canary_percent, 'since', p_row.canary_since) end,
    'halted', case when p_row.halted_version is not null then jsonb_build_object('version', p_row.halted_version,
      'at', p_row.halted_at, 'reason', p_row.halted_reason) end,
    'updatedAt', p_row.updated_at);
$$;

-- Everything that a page needs to choose from: per remote its pointer and the releases that it points at.
create function public.rollouts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select public.rollout_document(o) || jsonb_build_object('releases', (
      select coalesce(jsonb_agg(public.release_document(r)), '[]') from public.remote_releases r
        where r.name = o.name and r.version in
          (o.live_version, o.canary_version, public.release_before(o.name, o.live_version))))
    from public.remote_rollouts o order by o.name;
$$;

revoke execute on function public.release_document, public.release_before, public.rollout_document, public.rollouts
  from public, anon, authenticated;
grant execute on function public.release_document, public.release_before, public.rollout_document, public.rollouts
  to service_role;
