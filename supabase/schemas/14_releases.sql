-- Releases of the shell and the remotes, and their history. A release is immutable. The rollout of a remote names the
-- releases in use; each of its changes raises `generation`, and a decision on an older generation is refused.

create table public.remote_releases (
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  version text not null check (version ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}(-[0-9a-z.-]{1,40})?$'),
  contract text not null check (char_length(contract) <= 40),
  placement jsonb check (octet_length(placement::text) <= 8192),
  entry text not null check (char_length(entry) <= 500),
  integrity jsonb not null check (jsonb_typeof(integrity) = 'object' and octet_length(integrity::text) <= 1048576),
  preload jsonb not null check (jsonb_typeof(preload) = 'array' and octet_length(preload::text) <= 65536),
  size bigint not null check (size >= 0),
  published_at timestamptz not null default now(),
  live_since timestamptz,
  global_name text check (char_length(global_name) <= 200),
  shared jsonb not null default '[]' check (jsonb_typeof(shared) = 'array' and octet_length(shared::text) <= 65536),
  published_by text not null default 'operator' check (char_length(published_by) <= 200),
  message text not null default '' check (length(message) <= 500),
  -- When it was last served, live or as a canary. Bundles are kept for some days after that.
  last_live_at timestamptz,
  -- Rolled back or halted. Becomes live again only if it is named explicitly.
  withdrawn_at timestamptz,
  -- Its files were deleted; the row remains as a record.
  removed_at timestamptz,
  -- When a browser last reported that it loaded; exact to an hour. Remains when the reports are deleted.
  worked_at timestamptz,
  -- Preview links that were created earlier are not valid any more.
  previews_revoked_at timestamptz,
  -- Values of the configuration that the release declares, with their defaults; null without any.
  config_schema jsonb check (octet_length(config_schema::text) <= 65536),
  primary key (name, version)
);

create table public.remote_rollouts (
  name text primary key,
  live_version text,
  canary_version text,
  canary_percent int check (canary_percent between 0 and 100),
  canary_since timestamptz,
  halted_version text,
  halted_at timestamptz,
  halted_reason text check (char_length(halted_reason) <= 2000),
  generation bigint not null default 0,
  updated_at timestamptz not null default now(),
  -- The generation that made the live release live. Reports with an older ticket concern an earlier time.
  live_generation bigint not null default 0,
  -- A retired remote has no live release. The release that was live last, and the path to which its paths lead.
  retired_version text,
  retired_at timestamptz,
  redirect_to text check (redirect_to ~ '^/[a-z0-9/-]{0,80}$'),
  -- Further conditions on the visitors who get the canary.
  canary_audience jsonb not null default '{}' check (octet_length(canary_audience::text) <= 4096),
  foreign key (name, live_version) references public.remote_releases (name, version),
  foreign key (name, canary_version) references public.remote_releases (name, version),
  check (canary_version is null or canary_version <> live_version),
  check ((canary_version is null) = (canary_percent is null) and (canary_version is null) = (canary_since is null))
);

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

-- History of each remote: action, actor and message.
create table public.remote_events (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) <= 31),
  version text check (char_length(version) <= 60),
  -- publish, live, canary, promote, rollback, auto-rollback, halt, auto-halt, retire, remove, quarantine, preview-revoke,
  -- token-create, token-revoke, new-error, webhook-set, webhook-remove, config-set, config-remove
  action text not null check (char_length(action) <= 40),
  actor text not null check (char_length(actor) <= 200),
  message text not null default '' check (char_length(message) <= 2000),
  generation bigint not null,
  at timestamptz not null default now()
);

create index remote_events_by_name on public.remote_events (name, id desc);

-- Uploads and removals in progress: the lock of a version in the bundle store. Only one process at a time changes its
-- files, or several that write the same files. Ends at `expires_at`, and for others one minute later, so that a last
-- write ends before the work of a successor begins.
create table public.remote_uploads (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  actor text not null check (char_length(actor) <= 200),
  expires_at timestamptz not null,
  -- Hash of the uploaded files, or 'removal'.
  content text not null default '' check (char_length(content) <= 100)
);

alter table public.remote_releases enable row level security;
alter table public.remote_rollouts enable row level security;
alter table public.remote_events enable row level security;
alter table public.remote_uploads enable row level security;
revoke all on public.remote_releases, public.remote_rollouts, public.remote_events, public.remote_uploads
  from anon, authenticated, public;
grant all on public.remote_releases, public.remote_rollouts, public.remote_events, public.remote_uploads
  to service_role;

alter table public.remote_config enable row level security;
revoke all on public.remote_config from anon, authenticated, service_role, public;
grant select on public.remote_config to service_role;

-- The immutable content of a release, as the registry returns it.
create function public.release_document(p_row public.remote_releases) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'version', p_row.version, 'contract', p_row.contract,
    'placement', p_row.placement, 'entry', p_row.entry, 'globalName', p_row.global_name, 'shared', p_row.shared,
    'integrity', p_row.integrity, 'preload', p_row.preload, 'size', p_row.size)
    || jsonb_strip_nulls(jsonb_build_object('configSchema', p_row.config_schema));
$$;

-- Refuses changes of the content of a release.
create function public.keep_releases() returns trigger
language plpgsql set search_path = '' as $$
begin
  if public.release_document(new) <> public.release_document(old) then
    raise exception 'Release % % is there already with other content', old.name, old.version
      using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger remote_releases_keep before update on public.remote_releases
  for each row execute function public.keep_releases();

-- Version of the fallback: the release that was live last and was neither withdrawn nor removed; null without one.
create function public.release_before(p_name text, p_version text) returns text
language sql stable set search_path = '' as $$
  select version from public.remote_releases
    where name = p_name and version is distinct from p_version and live_since is not null
      and withdrawn_at is null and removed_at is null
    order by live_since desc limit 1;
$$;

-- The releases that a browser may fall back to, last live first, with the generation of the rollout. Null if the remote
-- has no live release.
create function public.fallback_releases(p_name text, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('generation', o.generation, 'releases', (
      select coalesce(jsonb_agg(listed.document order by listed.live_since desc), '[]') from (
        select public.release_document(r) as document, r.live_since from public.remote_releases r
          where r.name = o.name and r.version is distinct from o.live_version and r.live_since is not null
            and r.withdrawn_at is null and r.removed_at is null
          order by r.live_since desc limit p_limit) as listed))
    from public.remote_rollouts o where o.name = p_name and o.live_version is not null;
$$;

-- A rollout as the API returns it.
create function public.rollout_document(p_row public.remote_rollouts) returns jsonb
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
create function public.rollouts() returns setof jsonb
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

-- Serialises all changes of one remote until the end of the transaction.
create function public.lock_remote(p_name text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('propsight release ' || p_name, 0));
$$;

create function public.log_remote(p_name text, p_version text, p_action text, p_actor text, p_message text)
returns void language sql set search_path = '' as $$
  insert into public.remote_events (name, version, action, actor, message, generation)
    values (p_name, p_version, p_action, p_actor, coalesce(p_message, ''),
      coalesce((select generation from public.remote_rollouts where name = p_name), 0));
$$;

-- Copies changes by the operator or an administrator into the audit log.
create function public.log_operator_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.actor = 'operator' or new.actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform public.log_admin_action(case new.actor when 'operator' then 'admin key' else new.actor end,
      'remote-' || new.action, new.name,
      jsonb_build_object('version', new.version, 'message', left(new.message, 500), 'generation', new.generation));
  end if;
  return new;
end $$;

create trigger remote_events_audit after insert on public.remote_events
  for each row execute function public.log_operator_event();

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

-- Removes the registration of an upload that failed, or of a removal. Waits for a concurrent publication of it, so the result is final.
create function public.end_upload(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(name) from public.remote_uploads where id = p_id;
  delete from public.remote_uploads where id = p_id;
end $$;

-- Versions whose files must not be removed: published and not removed, or being uploaded or removed. An upload counts one
-- minute longer than it may be published, so there is no gap between the upload and its release.
create function public.expected_bundles(p_name text) returns setof text
language sql stable security definer set search_path = '' as $$
  select version from public.remote_releases where name = p_name and removed_at is null
  union
  select version from public.remote_uploads where name = p_name and expires_at > now() - interval '1 minute';
$$;

-- A release that a preview link may show, whether it is withdrawn, and when its links were revoked last (null: never).
-- Null for a release that is unknown or removed, and for a withdrawn one that was never live.
create function public.preview_release(p_name text, p_version text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('release', public.release_document(r), 'revokedAt', r.previews_revoked_at,
      'isWithdrawn', r.withdrawn_at is not null)
    from public.remote_releases r
    where r.name = p_name and r.version = p_version and r.removed_at is null
      and (r.withdrawn_at is null or r.live_since is not null);
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

-- Rollout, releases with load figures, and events of a remote, newest first. @throws PT404
create function public.release_history(p_name text, p_limit int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
begin
  select * into v_row from public.remote_rollouts where name = p_name;
  if not found then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return jsonb_build_object(
    'name', p_name,
    'rollout', public.rollout_document(v_row),
    'rollbackTo', public.rollback_target(p_name),
    'releases', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed."publishedAt" desc), '[]') from (
      select r.version, r.contract, r.size, r.message, r.published_by as "publishedBy",
        r.published_at as "publishedAt", r.live_since as "liveSince",
        case
          when r.removed_at is not null then 'removed'
          when r.version = v_row.live_version then 'live'
          when r.version = v_row.canary_version then 'canary'
          when r.withdrawn_at is not null then 'withdrawn'
          else 'published' end as state,
        public.release_verdict(r) as verdict,
        (select jsonb_build_object(
            'ok', count(*) filter (where l.outcome = 'ok'),
            'failed', count(*) filter (where l.outcome = 'failed'),
            'reporters', count(distinct l.reporter),
            'failing', count(distinct l.reporter) filter (where l.outcome = 'failed'),
            'failureRate', round(count(*) filter (where l.outcome = 'failed') / nullif(count(*), 0)::numeric, 4),
            'p50Ms', percentile_disc(0.5) within group (order by l.ms) filter (where l.outcome = 'ok'),
            'p95Ms', percentile_disc(0.95) within group (order by l.ms) filter (where l.outcome = 'ok'),
            'kinds', (select coalesce(jsonb_object_agg(coalesce(k.kind, 'unknown'), k.count), '{}') from (
              select kind, count(*) from public.release_loads
                where name = r.name and version = r.version and outcome = 'failed' group by kind) as k),
            'failures', (select coalesce(jsonb_agg(to_jsonb(f) order by f.at desc), '[]') from (
              select at, coalesce(kind, 'unknown') as kind, phase, detail, trace from public.release_loads
                where name = r.name and version = r.version and outcome = 'failed'
                order by at desc limit 5) as f))
          from public.release_loads l where l.name = r.name and l.version = r.version) as loads
      from public.remote_releases r where r.name = p_name order by r.published_at desc limit p_limit) as listed),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]') from (
      select id, version, action, actor, message, generation, at from public.remote_events
        where name = p_name and action <> 'new-error' order by id desc limit p_limit) as e));
end $$;

-- Marks releases as removed whose files may be deleted: not in use, no fallback, not among the newest `p_keep`, and not
-- live for `p_days` days. The same holds for a retired remote, so that a release of it can become live again.
-- @returns `{name, version}` of each
create function public.retire_releases(p_keep int, p_days int) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_version text;
begin
  for v_name in select name from public.remote_rollouts order by name loop
    perform public.lock_remote(v_name);
    for v_version in
      update public.remote_releases r set removed_at = now()
        from public.remote_rollouts o
        where r.name = v_name and o.name = v_name and r.removed_at is null
          and r.version is distinct from o.live_version and r.version is distinct from o.canary_version
          and r.version is distinct from public.release_before(v_name, o.live_version)
          and greatest(r.published_at, r.last_live_at) < now() - make_interval(days => p_days)
          and r.version not in (select version from public.remote_releases
            where name = v_name and removed_at is null order by published_at desc limit p_keep)
          -- Not while an upload is about to publish it again.
          and r.version not in (select version from public.remote_uploads
            where name = v_name and expires_at > now() - interval '1 minute')
        returning r.version
    loop
      perform public.log_remote(v_name, v_version, 'remove', 'propsight', '');
      return next jsonb_build_object('name', v_name, 'version', v_version);
    end loop;
  end loop;
end $$;

revoke execute on function public.release_document, public.keep_releases, public.release_before,
  public.fallback_releases, public.rollout_document, public.rollouts, public.lock_remote, public.log_remote,
  public.log_operator_event, public.begin_upload, public.begin_removal, public.end_upload, public.expected_bundles,
  public.release_history,
  public.retire_releases, public.preview_release, public.revoke_previews
  from public, anon, authenticated;
grant execute on function public.release_document, public.release_before, public.fallback_releases,
  public.rollout_document, public.rollouts, public.lock_remote, public.log_remote, public.begin_upload,
  public.begin_removal, public.end_upload, public.expected_bundles,
  public.release_history, public.retire_releases, public.preview_release, public.revoke_previews to service_role;
