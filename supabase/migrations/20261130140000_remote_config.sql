-- Configuration of remotes, cohorts of accounts, and conditions on the visitors of a canary.
alter table public.remote_releases
  add column config_schema jsonb check (octet_length(config_schema::text) <= 65536);
alter table public.remote_rollouts
  add column canary_audience jsonb not null default '{}' check (octet_length(canary_audience::text) <= 4096);

-- Configuration of remotes: values that are changed without a deploy, each for an audience.
create table public.remote_config (
  name text not null check (char_length(name) <= 31) references public.remote_rollouts (name),
  key text not null check (key ~ '^[a-z][A-Za-z0-9]{0,39}$'),
  -- `value`, and `audience`: conditions on visitors. Without any, all of them get the value.
  setting jsonb not null check (jsonb_typeof(setting) = 'object' and octet_length(setting::text) <= 8192),
  updated_at timestamptz not null default now(),
  updated_by text not null check (char_length(updated_by) <= 200),
  primary key (name, key)
);

alter table public.remote_config enable row level security;
revoke all on public.remote_config from anon, authenticated, service_role, public;
grant select on public.remote_config to service_role;

-- The immutable content of a release, as the registry returns it.
create or replace function public.release_document(p_row public.remote_releases) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'version', p_row.version, 'contract', p_row.contract,
    'placement', p_row.placement, 'entry', p_row.entry, 'globalName', p_row.global_name, 'shared', p_row.shared,
    'integrity', p_row.integrity, 'preload', p_row.preload, 'size', p_row.size)
    || jsonb_strip_nulls(jsonb_build_object('configSchema', p_row.config_schema));
$$;

-- A rollout as the API returns it.
create or replace function public.rollout_document(p_row public.remote_rollouts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'generation', p_row.generation, 'live', p_row.live_version,
    'previous', public.release_before(p_row.name, p_row.live_version),
    'canary', case when p_row.canary_version is not null then jsonb_build_object('version', p_row.canary_version,
      'percent', p_row.canary_percent, 'audience', p_row.canary_audience, 'since', p_row.canary_since) end,
    'halted', case when p_row.halted_version is not null then jsonb_build_object('version', p_row.halted_version,
      'at', p_row.halted_at, 'reason', p_row.halted_reason) end,
    'retired', case when p_row.retired_at is not null then jsonb_build_object('version', p_row.retired_version,
      'at', p_row.retired_at, 'redirectTo', p_row.redirect_to) end,
    'updatedAt', p_row.updated_at);
$$;

-- All rollouts, each with the releases that it names (live, canary, fallback, and the last one of a retired remote) and
-- its configuration.
create or replace function public.rollouts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select public.rollout_document(o) || jsonb_build_object('releases', (
      select coalesce(jsonb_agg(public.release_document(r)), '[]') from public.remote_releases r
        where r.name = o.name and r.version in
          (o.live_version, o.canary_version, o.retired_version, public.release_before(o.name, o.live_version))),
      'config', (
      select coalesce(jsonb_agg(c.setting || jsonb_build_object('key', c.key) order by c.key), '[]')
        from public.remote_config c where c.name = o.name))
    from public.remote_rollouts o order by o.name;
$$;

-- A release that a preview link may show, whether it is withdrawn, and when its links were revoked last (null: never).
-- Null for a release that is unknown or removed, and for a withdrawn one that was never live.
create or replace function public.preview_release(p_name text, p_version text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('release', public.release_document(r), 'revokedAt', r.previews_revoked_at,
      'isWithdrawn', r.withdrawn_at is not null)
    from public.remote_releases r
    where r.name = p_name and r.version = p_version and r.removed_at is null
      and (r.withdrawn_at is null or r.live_since is not null);
$$;

create or replace function public.end_canary(p_name text) returns void
language sql set search_path = '' as $$
  update public.remote_releases r set last_live_at = now() from public.remote_rollouts o
    where o.name = p_name and r.name = p_name and r.version = o.canary_version;
  update public.remote_rollouts set canary_version = null, canary_percent = null, canary_since = null,
      canary_audience = '{}'
    where name = p_name;
$$;

-- Records an immutable release and makes it live or a canary, in one transaction.
-- @param p_options channel, percent, audience, actor, message, upload, token (must still be valid), generation (of the rollout on
-- which the deploy is based), needsProof (a release that no browser has loaded becomes a canary on either channel), keepWithdrawn (for deploys without a human decision:
-- withdrawn releases stay withdrawn, a canary stays a canary, a retired remote stays retired)
-- @throws PT400 unknown channel, PT401 token, PT409 upload expired, path taken, older generation, or invalid canary
create or replace function public.publish_release(p_release jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := p_release ->> 'name';
  v_version text := p_release ->> 'version';
  v_channel text := coalesce(p_options ->> 'channel', 'stable');
  v_percent int := coalesce((p_options ->> 'percent')::int, 10);
  v_audience jsonb := coalesce(p_options -> 'audience', '{}');
  v_actor text := coalesce(p_options ->> 'actor', 'operator');
  v_message text := coalesce(p_options ->> 'message', '');
  v_upload uuid := (p_options ->> 'upload')::uuid;
  v_token uuid := (p_options ->> 'token')::uuid;
  v_generation bigint := (p_options ->> 'generation')::bigint;
  v_known boolean;
  v_withdrawn boolean;
  v_row public.remote_rollouts;
begin
  if v_channel not in ('stable', 'canary') then
    raise exception 'There is no channel %', v_channel using errcode = 'PT400';
  end if;
  perform public.lock_remote(v_name);
  if v_upload is not null and not exists (
      select from public.remote_uploads
        where id = v_upload and name = v_name and version = v_version and expires_at > now()) then
    raise exception 'This upload took too long and was given up' using errcode = 'PT409';
  end if;
  if v_token is not null then
    -- The lock orders this with a revocation: it waits, or its result is visible here.
    perform from public.deploy_tokens
      where id = v_token and name = v_name and revoked_at is null and expires_at > now() for share;
    if not found then
      raise exception 'This deploy token was revoked or has expired' using errcode = 'PT401';
    end if;
  end if;
  select true, withdrawn_at is not null into v_known, v_withdrawn from public.remote_releases
    where name = v_name and version = v_version and removed_at is null;
  insert into public.remote_releases as r
      (name, version, contract, placement, entry, global_name, shared, integrity, preload, size, published_by, message,
       config_schema)
    values (v_name, v_version, p_release ->> 'contract', nullif(p_release -> 'placement', 'null'::jsonb),
      p_release ->> 'entry', p_release ->> 'globalName', coalesce(p_release -> 'shared', '[]'),
      p_release -> 'integrity', p_release -> 'preload', (p_release ->> 'size')::bigint, v_actor, v_message,
      nullif(p_release -> 'configSchema', 'null'::jsonb))
    on conflict (name, version) do update set contract = excluded.contract, placement = excluded.placement,
      entry = excluded.entry, global_name = excluded.global_name, shared = excluded.shared,
      integrity = excluded.integrity, preload = excluded.preload, size = excluded.size, removed_at = null,
      config_schema = excluded.config_schema,
      -- The files of a restored release are kept as long as new ones.
      last_live_at = case when r.removed_at is null then r.last_live_at else now() end;
  insert into public.remote_rollouts (name) values (v_name) on conflict (name) do nothing;
  if v_known is null then
    perform public.log_remote(v_name, v_version, 'publish', v_actor, v_message);
  end if;
  delete from public.remote_uploads where id = v_upload;

  select * into v_row from public.remote_rollouts where name = v_name for update;
  if coalesce((p_options ->> 'keepWithdrawn')::boolean, false)
      and (v_withdrawn or v_row.retired_at is not null
        or v_version in (v_row.live_version, v_row.canary_version)) then
    return public.rollout_document(v_row);
  end if;
  -- The same deploy again, after a lost answer, finds its own result.
  if v_generation <> v_row.generation and not (
      (v_row.live_version is not distinct from v_version and v_row.canary_version is null)
      or (v_row.canary_version is not distinct from v_version and v_row.canary_percent = v_percent
        and v_row.canary_audience = v_audience)) then
    raise exception 'Somebody else changed % in the meantime', v_name using errcode = 'PT409';
  end if;
  if v_upload is not null then
    perform public.claim_paths(v_name, v_version);
  end if;
  if v_channel = 'canary' and v_row.live_version is null then
    raise exception 'The first release of % must be stable', v_name using errcode = 'PT409';
  end if;
  if coalesce((p_options ->> 'needsProof')::boolean, false) and not public.is_proven(v_name, v_version) then
    v_channel := 'canary';
  end if;
  if v_channel = 'canary' then
    if v_row.live_version = v_version then
      raise exception '% % is live for everybody already', v_name, v_version using errcode = 'PT409';
    end if;
    if v_row.canary_version = v_version and v_row.canary_percent = v_percent and v_row.canary_audience = v_audience then
      return public.rollout_document(v_row);
    end if;
    update public.remote_releases set withdrawn_at = null where name = v_name and version = v_version;
    if v_row.canary_version <> v_version then
      perform public.end_canary(v_name);
    end if;
    -- A new percentage or audience continues the canary; a new version restarts its figures.
    update public.remote_rollouts set canary_version = v_version, canary_percent = v_percent,
      canary_audience = v_audience,
      canary_since = case when canary_version = v_version then canary_since else clock_timestamp() end,
      halted_version = null, halted_at = null, halted_reason = null,
      generation = generation + 1, updated_at = now() where name = v_name returning * into v_row;
    perform public.log_remote(v_name, v_version, 'canary', v_actor,
      trim(v_percent || ' % ' || coalesce('of ' || nullif(v_audience, '{}'::jsonb)::text || ' ', '') || v_message));
  elsif v_row.live_version is distinct from v_version or v_row.canary_version is not null then
    -- A new live release ends the running canary.
    perform public.end_canary(v_name);
    perform public.make_live(v_name, v_version);
    perform public.log_remote(v_name, v_version, 'live', v_actor, v_message);
  end if;
  select * into v_row from public.remote_rollouts where name = v_name;
  return public.rollout_document(v_row);
end $$;

create table public.cohort_members (
  cohort text not null check (cohort ~ '^[a-z][a-z0-9-]{0,30}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  added_at timestamptz not null default now(),
  primary key (cohort, user_id)
);

create index cohort_members_by_user on public.cohort_members (user_id);

alter table public.cohort_members enable row level security;
revoke all on public.cohort_members from anon, authenticated, service_role, public;
grant select on public.cohort_members to service_role;

-- Sets a value, or removes it (null). A remote has at most 50, because one that no release declares any more stays until
-- it is removed. @throws PT404; PT409 for too many values
create function public.set_remote_config(
  p_name text, p_key text, p_setting jsonb, p_actor text, p_message text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_is_removed boolean := p_setting is null or p_setting = 'null'::jsonb;
begin
  perform public.lock_remote(p_name);
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  if v_is_removed then
    delete from public.remote_config where name = p_name and key = p_key;
    if not found then
      raise exception '% has no value of %', p_name, p_key using errcode = 'PT404';
    end if;
  else
    insert into public.remote_config (name, key, setting, updated_by) values (p_name, p_key, p_setting, p_actor)
      on conflict (name, key) do update set setting = excluded.setting, updated_at = now(),
        updated_by = excluded.updated_by;
    if (select count(*) from public.remote_config where name = p_name) > 50 then
      raise exception '% has too many values: remove one that no release declares', p_name using errcode = 'PT409';
    end if;
  end if;
  perform public.log_remote(p_name, null, case when v_is_removed then 'config-remove' else 'config-set' end, p_actor,
    left(trim(p_key || coalesce(' = ' || (p_setting -> 'value')::text, '')
      || coalesce(' for ' || nullif(p_setting -> 'audience', '{}'::jsonb)::text, '') || ' ' || coalesce(p_message, '')),
      2000));
end $$;

-- The values that are set, by key. @throws PT404
create function public.remote_config_values(p_name text) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return query select setting || jsonb_build_object('key', key, 'updatedAt', updated_at, 'updatedBy', updated_by)
    from public.remote_config where name = p_name order by key;
end $$;

-- Adds an account to a cohort, or removes it. @throws PT404 no such account or member; PT409 for a full cohort
create function public.set_cohort_member(p_cohort text, p_email text, p_is_member boolean, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(btrim(p_email));
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_is_member then
    perform pg_advisory_xact_lock(hashtextextended('propsight cohort ' || p_cohort, 0));
    insert into public.cohort_members (cohort, user_id) values (p_cohort, v_user) on conflict do nothing;
    if not found then
      return;
    end if;
    if (select count(*) from public.cohort_members where cohort = p_cohort) > 1000 then
      raise exception 'The cohort % is full', p_cohort using errcode = 'PT409';
    end if;
  else
    delete from public.cohort_members where cohort = p_cohort and user_id = v_user;
    if not found then
      raise exception 'This account is not in the cohort %', p_cohort using errcode = 'PT404';
    end if;
  end if;
  perform public.log_admin_action(p_actor, case when p_is_member then 'cohort-add' else 'cohort-remove' end,
    v_user::text, jsonb_build_object('cohort', p_cohort));
end $$;

create function public.list_cohorts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', m.cohort, 'members', jsonb_agg(
      jsonb_build_object('email', p.email, 'addedAt', m.added_at) order by p.email))
    from public.cohort_members m join public.user_profiles p on p.user_id = m.user_id
    group by m.cohort order by m.cohort;
$$;

-- What an audience may ask about an account. Null without a profile.
create function public.audience_facts(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('plan', p.plan, 'isDeveloper', public.is_developer(p.user_id), 'cohorts', (
      select coalesce(jsonb_agg(cohort order by cohort), '[]') from public.cohort_members where user_id = p.user_id))
    from public.user_profiles p where p.user_id = p_user;
$$;

revoke execute on function public.set_remote_config, public.remote_config_values, public.set_cohort_member,
  public.list_cohorts, public.audience_facts from public, anon, authenticated;
grant execute on function public.set_remote_config, public.remote_config_values, public.set_cohort_member,
  public.list_cohorts, public.audience_facts to service_role;
