-- Alerts about saved and starred props. A background job compares each watched prop with its baseline, raises alerts,
-- and sends them by push and mail. First pitches are league time, which differs from the database's clock with a sample
-- or replayed league; functions receive it.

-- Props that a user watches without having saved a pick. Users read and write their own rows directly from the browser.
create table public.starred_props (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  game_pk integer not null check (game_pk > 0),
  person_id integer not null check (person_id > 0),
  -- The market, as the product names it.
  stat_type text not null check (char_length(stat_type) between 1 and 60),
  -- Null for the consensus line, whichever it is.
  line numeric(12, 4) check (line between 0 and 1000),
  side text check (side in ('OVER', 'UNDER')),
  player_name text not null check (char_length(player_name) between 1 and 120 and public.is_plain_text(player_name)),
  team text not null default '' check (char_length(team) <= 40),
  league_day date not null,
  created_at timestamptz not null default now(),
  primary key (user_id, game_pk, person_id, stat_type)
);

comment on table public.starred_props is 'Users write their own rows.';

create index starred_props_by_day on public.starred_props (league_day, user_id);

-- What a user wants to be alerted about, and how. A user without a row has the defaults.
create table public.alert_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  -- Stops all alerts, on all channels.
  stopped boolean not null default false,
  line_moved boolean not null default true,
  not_in_lineup boolean not null default true,
  starter_changed boolean not null default true,
  side_changed boolean not null default true,
  in_app boolean not null default true,
  push boolean not null default false,
  mail boolean not null default false,
  -- Push and mail wait from the first to the second of these minutes of the day, in `time_zone`; null for no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  -- IANA name. The sender counts an unknown zone as UTC.
  time_zone text not null default 'UTC' check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  check ((quiet_from is null) = (quiet_to is null))
);

comment on table public.alert_settings is 'Users write their own rows.';

-- What a user was alerted about.
create table public.alerts (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Identifies the event: prop, kind and state. One event is one row, whichever instance detects it, however often.
  key text not null check (char_length(key) between 1 and 200),
  kind text not null check (kind in ('line-moved', 'not-in-lineup', 'starter-changed', 'side-changed')),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) <= 600),
  -- Where the alert leads to on the site.
  path text not null check (path ~ '^/([A-Za-z0-9?]|$)' and char_length(path) <= 200),
  -- First pitch. Pushes and mails are not sent after it.
  starts_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (user_id, key)
);

create index alerts_newest on public.alerts (created_at);

alter table public.starred_props enable row level security;
alter table public.alert_settings enable row level security;
alter table public.alerts enable row level security;
revoke all on public.starred_props, public.alert_settings, public.alerts
  from anon, authenticated, service_role, public;
grant select, insert, update, delete on public.starred_props to authenticated;
grant select, insert, update on public.alert_settings to authenticated;
grant select on public.alerts to authenticated;
grant select on public.starred_props, public.alert_settings, public.alerts to service_role;
create policy "users read their own stars" on public.starred_props
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "users add their own stars" on public.starred_props
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own stars" on public.starred_props
  for update to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "users delete their own stars" on public.starred_props
  for delete to authenticated using ((select auth.uid()) = user_id);
create policy "users read their own alert settings" on public.alert_settings
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "users add their own alert settings" on public.alert_settings
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own alert settings" on public.alert_settings
  for update to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "users read their own alerts" on public.alerts
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.starred_props as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.alert_settings as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.alerts as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Sets the time of a star and limits the stars of a user. Parallel inserts wait for the lock of the profile.
-- @throws PT409 for more than 100 stars
create function public.limit_stars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_at := clock_timestamp();
  perform from public.user_profiles where user_id = new.user_id for update;
  if (select count(*) from public.starred_props s where s.user_id = new.user_id
      and (s.game_pk, s.person_id, s.stat_type) <> (new.game_pk, new.person_id, new.stat_type)) >= 100 then
    raise exception 'At most 100 props can be starred at a time' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger starred_props_limit before insert or update on public.starred_props
  for each row execute function public.limit_stars();

-- What a user last learned about a prop, by an alert or when it was saved. The job compares the current state with it.
create table public.alert_baselines (
  user_id uuid not null references auth.users (id) on delete cascade,
  game_pk integer not null,
  person_id integer not null,
  stat_type text not null,
  league_day date not null,
  -- Number of changes. A change that another instance has made meanwhile is refused by it.
  revision integer not null,
  state jsonb not null check (octet_length(state::text) <= 2048),
  primary key (user_id, game_pk, person_id, stat_type)
);

create index alert_baselines_by_day on public.alert_baselines (league_day);

-- Browsers that receive pushes. A subscription ends with its session, so no push arrives after sign-out.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- Address at the push service of the browser. The API accepts known services only.
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- Keys of the browser (RFC 8291), base64url.
  p256dh text not null check (char_length(p256dh) between 80 and 100),
  auth text not null check (char_length(auth) between 20 and 40),
  created_at timestamptz not null default clock_timestamp()
);

create index push_subscriptions_by_user on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_by_session on public.push_subscriptions (session_id);

-- Pushes and mails of alerts: one row per alert and receiver. A sender leases the due rows of one receiver: while the
-- lease lasts, no other sender takes them.
create table public.alert_deliveries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  alert_id bigint not null references public.alerts (id) on delete cascade,
  channel text not null check (channel in ('push', 'mail')),
  subscription_id uuid references public.push_subscriptions (id) on delete cascade,
  attempts integer not null default 0,
  -- Earliest start of the next attempt: the end of the lease, of the wait after a failure, or of the quiet hours.
  due_at timestamptz not null default clock_timestamp(),
  lease uuid,
  -- How it ended: sent, too late (the game had begun), or off (turned off before it was sent).
  outcome text check (outcome in ('sent', 'late', 'off')),
  ended_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  unique nulls not distinct (alert_id, channel, subscription_id),
  check ((channel = 'push') = (subscription_id is not null)),
  check ((outcome is null) = (ended_at is null))
);

create index alert_deliveries_due on public.alert_deliveries (due_at) where outcome is null;
create index alert_deliveries_by_lease on public.alert_deliveries (lease) where lease is not null;
create index alert_deliveries_by_user on public.alert_deliveries (user_id);
create index alert_deliveries_by_subscription on public.alert_deliveries (subscription_id);

alter table public.alert_baselines enable row level security;
alter table public.push_subscriptions enable row level security;
alter table public.alert_deliveries enable row level security;
revoke all on public.alert_baselines, public.push_subscriptions, public.alert_deliveries
  from anon, authenticated, service_role, public;
grant select on public.alert_baselines, public.push_subscriptions, public.alert_deliveries to service_role;

-- Detection

create index track_legs_watched on public.track_legs (user_id, league_day) where status = 'pending';

-- The watched props of a page of users, ordered by user: the lines of saved picks, and starred props. A prop that is
-- saved several times counts once, with the newest line; at most 200 props of a user, the newest ones. Users who stopped
-- all alerts watch nothing.
-- @param p_after last user of the previous page, null for the first page
-- @returns `last`: last user of the page, null after the last page; `watches`: `{userId, gamePk, personId, statType,
--   leagueDay, playerName, team, line, side, oddsType, since, isSaved, revision, state}`. `revision` is 0 and `state` null
--   before the first comparison.
create function public.alert_watches(p_from date, p_to date, p_after uuid, p_users int) returns jsonb
language sql stable security definer set search_path = '' as $$
  with watching as materialized (
    select user_id from (
      (select distinct t.user_id from public.track_legs t
        where t.status = 'pending' and t.league_day between p_from and p_to and (p_after is null or t.user_id > p_after)
        order by t.user_id limit p_users)
      union
      (select distinct s.user_id from public.starred_props s
        where s.league_day between p_from and p_to and (p_after is null or s.user_id > p_after)
        order by s.user_id limit p_users)) as some_users
      order by user_id limit p_users
  )
  select jsonb_build_object(
    'last', (select user_id from watching order by user_id desc limit 1),
    'watches', (select coalesce(jsonb_agg(jsonb_build_object('userId', w.user_id, 'gamePk', p.game_pk,
        'personId', p.person_id, 'statType', p.stat_type, 'leagueDay', p.league_day, 'playerName', p.player_name,
        'team', p.team, 'line', p.line, 'side', p.side, 'oddsType', p.odds_type, 'since', p.since,
        'isSaved', p.is_saved, 'revision', coalesce(b.revision, 0), 'state', b.state)
        order by w.user_id, p.game_pk, p.person_id, p.stat_type), '[]')
      from watching w
      cross join lateral (
        select newest.* from (
          select distinct on (each.game_pk, each.person_id, each.stat_type) each.* from (
            select t.game_pk, t.person_id, t.stat_type, t.league_day, t.player_name, t.team, t.line, t.side,
                t.odds_type, t.promised_at as since, true as is_saved
              from public.track_legs t join public.my_picks m on m.user_id = t.user_id and m.id = t.pick_id
              where t.user_id = w.user_id and t.status = 'pending' and t.league_day between p_from and p_to
                and t.game_pk is not null and t.person_id is not null and m.expires_at > now()
            union all
            select s.game_pk, s.person_id, s.stat_type, s.league_day, s.player_name, s.team, s.line, s.side,
                'standard', s.created_at, false
              from public.starred_props s where s.user_id = w.user_id and s.league_day between p_from and p_to) as each
            order by each.game_pk, each.person_id, each.stat_type, each.is_saved desc, each.since desc) as newest
          order by newest.since desc limit 200) as p
      left join public.alert_baselines b on b.user_id = w.user_id and b.game_pk = p.game_pk
        and b.person_id = p.person_id and b.stat_type = p.stat_type
      where not exists (select from public.alert_settings t where t.user_id = w.user_id and t.stopped)));
$$;

-- Stores new baselines of watched props and raises the alerts of their changes. A change counts if the baseline still
-- has its revision, so a change that two instances detect counts once. Several props of a user may have one event in
-- common, which is stored once. Queues pushes and mails for users who turned them on.
-- @param p_changes list of `{userId, gamePk, personId, statType, leagueDay, startsAt, revision, state, events}`, an event
--   is `{key, kind, title, body, path}`
-- @returns number of new alerts per kind
create function public.raise_alerts(p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_raised jsonb;
begin
  -- Ids of alerts are committed in ascending order, so a client that knows the newest one misses none.
  perform pg_advisory_xact_lock(hashtext('propsight raise_alerts'));
  with changes as materialized (
    select * from jsonb_to_recordset(p_changes) as c ("userId" uuid, "gamePk" integer, "personId" integer,
      "statType" text, "leagueDay" date, "startsAt" timestamptz, revision integer, state jsonb, events jsonb)
  ), users as materialized (
    -- Waits for a concurrent deletion or exclusion.
    select id from auth.users where id in (select "userId" from changes) order by id for key share
  ), stored as (
    insert into public.alert_baselines as b (user_id, game_pk, person_id, stat_type, league_day, revision, state)
      select c."userId", c."gamePk", c."personId", c."statType", c."leagueDay", c.revision + 1, c.state
        from changes c join users u on u.id = c."userId"
        where public.excluded_until(u.id) is null
        order by 1, 2, 3, 4
      on conflict (user_id, game_pk, person_id, stat_type) do update
        set league_day = excluded.league_day, revision = excluded.revision, state = excluded.state
        where b.revision = excluded.revision - 1
      returning user_id, game_pk, person_id, stat_type
  ), added as (
    insert into public.alerts (user_id, key, kind, title, body, path, starts_at, read_at)
      select s.user_id, e.key, e.kind, e.title, e.body, e.path, c."startsAt",
          case when t.in_app is false then clock_timestamp() end
        from stored s
        join changes c on c."userId" = s.user_id and c."gamePk" = s.game_pk and c."personId" = s.person_id
          and c."statType" = s.stat_type
        cross join lateral jsonb_to_recordset(c.events)
          as e (key text, kind text, title text, body text, path text)
        left join public.alert_settings t on t.user_id = s.user_id
        where t.stopped is not true and case e.kind when 'line-moved' then t.line_moved
          when 'not-in-lineup' then t.not_in_lineup when 'starter-changed' then t.starter_changed
          else t.side_changed end is not false
        order by s.user_id, e.key
      on conflict (user_id, key) do nothing
      returning id, user_id, kind
  ), queued as (
    insert into public.alert_deliveries (user_id, alert_id, channel, subscription_id)
      select a.user_id, a.id, 'push', p.id
        from added a join public.alert_settings t on t.user_id = a.user_id and t.push
        join public.push_subscriptions p on p.user_id = a.user_id
      union all
      select a.user_id, a.id, 'mail', null
        from added a join public.alert_settings t on t.user_id = a.user_id and t.mail
        join public.user_profiles u on u.user_id = a.user_id and u.mailbox_proven_at is not null
  )
  select coalesce(jsonb_object_agg(kind, raised), '{}') into v_raised
    from (select kind, count(*) as raised from added group by kind) as counted;
  return v_raised;
end $$;

-- Reading

-- The newest unread alert of each user who got one within the last seconds: `{user: id}`.
create function public.newest_alerts(p_seconds int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(user_id, newest), '{}') from (
    select user_id, max(id) as newest from public.alerts
      where created_at > clock_timestamp() - make_interval(secs => p_seconds) and read_at is null
      group by user_id) as recent;
$$;

-- Marks alerts of a user as read. @returns how many
create function public.read_alerts(p_user uuid, p_ids bigint[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_read integer;
begin
  update public.alerts set read_at = clock_timestamp() where user_id = p_user and id = any(p_ids) and read_at is null;
  get diagnostics v_read = row_count;
  return v_read;
end $$;

-- Subscriptions

-- Stores the subscription of a browser for a session, and deletes the oldest ones beyond ten. The keys of a known
-- endpoint are replaced, also if another account used this browser. @returns whether the session is live
create function public.subscribe_push(p_user uuid, p_session uuid, p_endpoint text, p_p256dh text, p_auth text)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.sessions where id = p_session and user_id = p_user for key share;
  if not found then
    return false;
  end if;
  -- A queued push of another account must not reach this browser.
  delete from public.push_subscriptions where endpoint = p_endpoint and user_id <> p_user;
  insert into public.push_subscriptions as s (user_id, session_id, endpoint, p256dh, auth)
    values (p_user, p_session, p_endpoint, p_p256dh, p_auth)
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth
    where s.user_id = excluded.user_id;
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions where user_id = p_user order by created_at desc, id offset 10);
  return true;
end $$;

-- Deletes a user's subscription of a browser. @returns whether there was one
create function public.unsubscribe_push(p_user uuid, p_endpoint text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.push_subscriptions where user_id = p_user and endpoint = p_endpoint;
  return found;
end $$;

-- Turns off the mails of a user: the link in each mail. @returns whether there is such an account
create function public.unsubscribe_alert_mail(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = p_user for key share;
  if not found then
    return false;
  end if;
  insert into public.alert_settings (user_id, mail) values (p_user, false)
    on conflict (user_id) do update set mail = false;
  return true;
end $$;

-- Delivery

-- Leases the due deliveries of the receiver that has waited longest, and ends those that may no longer be sent: after
-- the first pitch, or after the user turned the channel or all alerts off.
-- @param p_now league time
-- @returns null if none is due, else `{lease, channel, attempt, userId, address, subscription, quiet, alerts, more}`:
--   `address` of a mail, `subscription` `{id, endpoint, p256dh, auth}` of a push, `quiet` `{from, to, timeZone}`, the
--   newest 20 `alerts`, and the number of `more`
create function public.claim_alert_deliveries(p_channels text[], p_now timestamptz, p_lease_seconds int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_due public.alert_deliveries;
  v_settings public.alert_settings;
  v_address text;
  v_is_off boolean;
  v_lease uuid;
  v_attempt integer;
begin
  -- Claims and results are handled one after another, so that they never wait for each other's rows in a circle.
  perform pg_advisory_xact_lock(hashtext('propsight alert_deliveries'));
  loop
    select * into v_due from public.alert_deliveries
      where outcome is null and due_at <= clock_timestamp() and channel = any(p_channels)
      order by due_at, id limit 1;
    if not found then
      return null;
    end if;
    select * into v_settings from public.alert_settings where user_id = v_due.user_id;
    select email into v_address from public.user_profiles
      where user_id = v_due.user_id and mailbox_proven_at is not null;
    v_is_off := coalesce(v_settings.stopped, true) or public.excluded_until(v_due.user_id) is not null
      or case v_due.channel when 'push' then not v_settings.push else not v_settings.mail or v_address is null end;
    v_lease := gen_random_uuid();
    with due as (
      select d.id, v_is_off or a.starts_at <= p_now as is_over
        from public.alert_deliveries d join public.alerts a on a.id = d.alert_id
        where d.user_id = v_due.user_id and d.channel = v_due.channel
          and d.subscription_id is not distinct from v_due.subscription_id
          and d.outcome is null and d.due_at <= clock_timestamp()
    ), claimed as (
      update public.alert_deliveries d
        set outcome = case when due.is_over then case when v_is_off then 'off' else 'late' end end,
          ended_at = case when due.is_over then clock_timestamp() end,
          lease = case when not due.is_over then v_lease end,
          attempts = d.attempts + case when due.is_over then 0 else 1 end,
          due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
        from due where d.id = due.id
        returning d.lease, d.attempts
    )
    select max(attempts) filter (where lease is not null) into v_attempt from claimed;
    exit when v_attempt is not null;
  end loop;
  return (
    select jsonb_build_object('lease', v_lease, 'channel', v_due.channel, 'attempt', v_attempt,
        'userId', v_due.user_id, 'address', v_address,
        'subscription', (select jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh,
          'auth', s.auth) from public.push_subscriptions s where s.id = v_due.subscription_id),
        'quiet', case when v_settings.quiet_from is not null then jsonb_build_object('from', v_settings.quiet_from,
          'to', v_settings.quiet_to, 'timeZone', v_settings.time_zone) end,
        'alerts', jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'title', l.title, 'body', l.body,
          'path', l.path, 'startsAt', l.starts_at, 'createdAt', l.created_at) order by l.id desc)
          filter (where l.position <= 20),
        'more', greatest(0, count(*) - 20))
      from (select a.*, row_number() over (order by a.id desc) as position
        from public.alert_deliveries d join public.alerts a on a.id = d.alert_id where d.lease = v_lease) as l);
end $$;

-- Stores the result of a leased attempt. A lease that has expired and was given to another attempt changes nothing.
-- @param p_result `sent`; `failed`: the next attempt waits 1 minute, then 2, 4 … up to 30; `wait`: until the quiet hours
--   end, in `p_wait_seconds`; `gone`: the subscription does not exist any more and is deleted with its deliveries
create function public.settle_alert_deliveries(p_lease uuid, p_result text, p_error text, p_wait_seconds int)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('propsight alert_deliveries'));
  if p_result = 'gone' then
    delete from public.push_subscriptions where id in (
      select subscription_id from public.alert_deliveries where lease = p_lease);
    return;
  end if;
  update public.alert_deliveries
    set lease = null, last_error = left(p_error, 500),
      outcome = case when p_result = 'sent' then 'sent' end,
      ended_at = case when p_result = 'sent' then clock_timestamp() end,
      attempts = attempts - case when p_result = 'wait' then 1 else 0 end,
      due_at = clock_timestamp() + case when p_result = 'wait' then make_interval(secs => p_wait_seconds)
        else least(interval '30 minutes', interval '1 minute' * power(2, least(attempts - 1, 10))) end
    where lease = p_lease and outcome is null;
end $$;

-- Deletes alerts after 7 days, and baselines and stars of league days before `p_before`; at most `p_limit` rows each.
-- @returns how many
create function public.forget_alerts(p_before date, p_limit int) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_alerts integer;
  v_baselines integer;
  v_stars integer;
begin
  delete from public.alerts where id in (
    select id from public.alerts where created_at < now() - interval '7 days' order by created_at limit p_limit);
  get diagnostics v_alerts = row_count;
  delete from public.alert_baselines where (user_id, game_pk, person_id, stat_type) in (
    select user_id, game_pk, person_id, stat_type from public.alert_baselines where league_day < p_before
      order by league_day limit p_limit);
  get diagnostics v_baselines = row_count;
  delete from public.starred_props where (user_id, game_pk, person_id, stat_type) in (
    select user_id, game_pk, person_id, stat_type from public.starred_props where league_day < p_before
      order by league_day limit p_limit);
  get diagnostics v_stars = row_count;
  return v_alerts + v_baselines + v_stars;
end $$;

revoke execute on function public.limit_stars, public.alert_watches, public.raise_alerts, public.newest_alerts,
  public.read_alerts, public.subscribe_push, public.unsubscribe_push, public.unsubscribe_alert_mail,
  public.claim_alert_deliveries, public.settle_alert_deliveries, public.forget_alerts from public, anon, authenticated;
grant execute on function public.alert_watches, public.raise_alerts, public.newest_alerts, public.read_alerts,
  public.subscribe_push, public.unsubscribe_push, public.unsubscribe_alert_mail, public.claim_alert_deliveries,
  public.settle_alert_deliveries, public.forget_alerts to service_role;
