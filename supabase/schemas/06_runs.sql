-- Runs: paid analyses and their holds, and the daily limit that users set themselves.
--
-- The cost of a run is held at its start, captured when its lines or the rows of its picture are delivered, and released
-- otherwise.
-- Lock order: account, then runs or picks, then profile.

create table public.runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  feature text not null check (char_length(feature) between 1 and 40),
  category text not null check (char_length(category) between 1 and 80),
  cost integer not null check (cost between 0 and 100),
  idempotency_key uuid not null,
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  release_reason text check (char_length(release_reason) <= 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (state = 'held'))
);

-- A key pays once. A released run paid nothing, so its key may start another one.
create unique index runs_paid_once on public.runs (user_id, idempotency_key) where state <> 'released';
create index runs_by_key on public.runs (user_id, idempotency_key);
create index runs_open_holds on public.runs (expires_at) where state = 'held';
create index runs_by_day on public.runs (user_id, created_at) where state <> 'released';

alter table public.runs enable row level security;
revoke all on public.runs from anon, authenticated, service_role, public;
grant select on public.runs to authenticated;
grant select on public.runs to service_role;
create policy "users read their own runs" on public.runs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.runs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- What a run delivered, written in the transaction that captures it: the players of its lines, or the picture and its
-- rows. Everything else of the run is served for these only. Deleted when the run has expired.
create table public.run_deliveries (
  run_id uuid primary key references public.runs (id) on delete cascade,
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  expires_at timestamptz not null,
  -- SHA-256 of the picture of an image run, in hex.
  picture text check (picture ~ '^[0-9a-f]{64}$'),
  -- JSON lists: `[name, team, group]` of each player of the lines, `[name, market]` of each row of the picture.
  covers text[] not null check (cardinality(covers) between 1 and 5000 and octet_length(covers::text) <= 2097152),
  -- `[name, market]` of the rows that the user corrected or added.
  additions text[] not null default '{}' check (octet_length(additions::text) <= 262144),
  delivered_at timestamptz not null default now(),
  -- The row of the review that each addition belongs to, as the client names it.
  addition_rows text[] not null default '{}' check (octet_length(addition_rows::text) <= 262144),
  constraint run_deliveries_addition_rows check (cardinality(addition_rows) = cardinality(additions))
);

create index run_deliveries_expired on public.run_deliveries (expires_at);
create index run_deliveries_by_user on public.run_deliveries (user_id);

alter table public.run_deliveries enable row level security;
revoke all on public.run_deliveries from anon, authenticated, service_role, public;
grant select on public.run_deliveries to service_role;

-- Daily limits: credits that a user allows themselves in any 24 hours. A lower limit applies at once. A higher limit,
-- or its removal, applies after 24 hours.
create table public.daily_limits (
  user_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  credit_limit integer check (credit_limit between 0 and 1000),
  -- Applies from `pending_from` on; null means no limit then.
  pending_limit integer check (pending_limit between 0 and 1000),
  pending_from timestamptz,
  changed_at timestamptz not null default now(),
  check (pending_from is not null or pending_limit is null)
);

alter table public.daily_limits enable row level security;
revoke all on public.daily_limits from anon, authenticated, service_role, public;
grant select on public.daily_limits to service_role;

-- The limit that applies now; null if there is none.
create function public.daily_limit(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case when pending_from <= now() then pending_limit else credit_limit end
    from public.daily_limits where user_id = p_user;
$$;

-- Credits held or captured in the last 24 hours. Released holds and refunded runs do not count.
create function public.credits_used_today(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cost), 0)::integer from public.runs r
    where user_id = p_user and state in ('held', 'captured') and created_at > now() - interval '24 hours'
      and not exists (select from public.credit_ledger
        where user_id = p_user and idempotency_key = 'refund:' || r.id);
$$;

-- @throws PT400 for a limit outside 0 to 1000, PT404 without a profile
create function public.set_daily_limit(p_user uuid, p_limit int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.daily_limits;
  v_now integer;
  v_from timestamptz;
begin
  if p_limit not between 0 and 1000 then
    raise exception 'A limit lies between 0 and 1000 credits' using errcode = 'PT400';
  end if;
  perform from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  select * into v_row from public.daily_limits where user_id = p_user;
  v_now := public.daily_limit(p_user);
  if v_now is not null and (p_limit is null or p_limit > v_now) then
    -- Repeating a request, or lowering a pending limit, does not restart the 24 hours.
    v_from := case
      when v_row.pending_from > now()
        and (v_row.pending_limit is null or p_limit <= v_row.pending_limit) then v_row.pending_from
      else now() + interval '24 hours' end;
  end if;
  insert into public.daily_limits (user_id, credit_limit, pending_limit, pending_from)
    values (p_user, case when v_from is null then p_limit else v_now end,
      case when v_from is null then null else p_limit end, v_from)
    on conflict (user_id) do update set credit_limit = excluded.credit_limit,
      pending_limit = excluded.pending_limit, pending_from = excluded.pending_from, changed_at = now();
end $$;

-- Limit, use and consents of an account, as `GET /api/account/rights` returns them.
create function public.account_rights(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'limit', public.daily_limit(p_user),
    'used', public.credits_used_today(p_user),
    'mailboxProven', exists (select from public.user_profiles where user_id = p_user and mailbox_proven_at is not null),
    'pending', (select jsonb_build_object('limit', pending_limit, 'from', pending_from)
      from public.daily_limits where user_id = p_user and pending_from > now()),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('document', document, 'version', version,
        'acceptedAt', accepted_at) order by accepted_at, document), '[]'::jsonb)
      from public.consents where user_id = p_user));
$$;

-- The run whose charge keeps a board of quick mode open: on all devices of the account, for ten minutes (FREE_BOARD_MS).
create function public.open_board(p_user uuid, p_feature text, p_category text) returns public.runs
language sql stable security definer set search_path = '' as $$
  select * from public.runs
    where p_feature = 'quick' and user_id = p_user and feature = 'quick' and category = p_category and state = 'captured'
      and created_at > now() - interval '1 day' and settled_at > now() - interval '10 minutes' and expires_at > now()
    order by settled_at desc limit 1;
$$;

-- Holds the cost of a run. Repeating a key returns its run instead of starting another one. So does a board that is open.
-- @throws PT400 invalid duration, PT402 not enough credits, PT403 excluded, PT404 no profile, PT409 the key belongs to
-- another or an ended run, PT429 daily limit
create function public.start_run(
  p_user uuid, p_feature text, p_category text, p_cost int, p_key uuid, p_ttl_seconds int
) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  v_credits integer;
  v_limit integer;
  v_excluded timestamptz;
  v_run public.runs;
begin
  if p_ttl_seconds is null or p_ttl_seconds not between 1 and 86400 then
    raise exception 'A run lasts between a second and a day' using errcode = 'PT400';
  end if;
  -- Releases an expired hold of this key before locking the profile: lock order is run, then profile.
  perform public.close_hold(id, 'released', 'expired') from public.runs
    where user_id = p_user and idempotency_key = p_key and state = 'held' and expires_at <= now();
  -- The lock of the profile serialises the starts of one user, so a repeated key finds its first run.
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  v_excluded := public.excluded_until(p_user);
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  select * into v_run from public.runs where user_id = p_user and idempotency_key = p_key
    order by state = 'released', created_at desc limit 1;
  if found then
    if (v_run.feature, v_run.category, v_run.cost) is distinct from (p_feature, p_category, p_cost) then
      raise exception 'This key was used for another run' using errcode = 'PT409';
    end if;
    if v_run.state = 'captured' and v_run.expires_at <= now() then
      raise exception 'This analysis has ended. Start a new one.' using errcode = 'PT409';
    end if;
    if v_run.state <> 'released' then
      return v_run;
    end if;
  elsif exists (select from public.archived_runs
    where user_id = p_user and idempotency_key = p_key and state = 'captured')
  then
    raise exception 'This analysis has ended. Start a new one.' using errcode = 'PT409';
  end if;
  v_run := public.open_board(p_user, p_feature, p_category);
  if v_run.id is not null then
    return v_run;
  end if;
  -- Checked before the balance: otherwise a user might buy credits that the limit does not let them spend.
  v_limit := public.daily_limit(p_user);
  if p_cost > 0 and public.credits_used_today(p_user) + p_cost > v_limit then
    raise exception 'You have reached your daily limit of % credits.', v_limit using errcode = 'PT429';
  end if;
  if v_credits < p_cost then
    raise exception '%', case v_credits when 0 then 'No credits remaining' else 'Not enough credits' end
      using errcode = 'PT402';
  end if;
  insert into public.runs (user_id, feature, category, cost, idempotency_key, expires_at)
    values (p_user, p_feature, p_category, p_cost, p_key, now() + make_interval(secs => p_ttl_seconds))
    returning * into v_run;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key)
    values (p_user, -p_cost, 0, 'hold', v_run.id, 'hold:' || v_run.id);
  return v_run;
end $$;

-- Ends the hold of a run, with one ledger row. @returns false if it has already ended
create function public.close_hold(p_run uuid, p_state text, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
begin
  update public.runs set state = p_state, release_reason = left(p_reason, 200), settled_at = now()
    where id = p_run and state = 'held' returning * into v_run;
  if not found then
    return false;
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key)
    values (v_run.user_id, case p_state when 'released' then v_run.cost else 0 end, 0,
      case p_state when 'released' then 'release' else 'capture' end, v_run.id, 'settle:' || v_run.id);
  return true;
end $$;

create function public.release_run(p_run uuid, p_reason text) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, 'released', p_reason);
$$;

-- Records what a run delivers and captures its hold, both or neither. The response may be sent only if the result is not null.
-- A run that delivers again keeps its charge; the players of both deliveries are covered. A run whose board another run
-- opened meanwhile, such as that of a second device, gets its credits back and is usable like it.
-- @param p_picture SHA-256 of the picture of an image run; null for lines
-- @returns 'captured' if this delivery is charged, else 'repeated'; null if the run is of another user, has expired or was
-- released
-- @throws PT400 a picture for a run of lines or the reverse, PT409 another picture than the run's
create function public.deliver_run(p_run uuid, p_user uuid, p_picture text, p_covers text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_open public.runs;
begin
  select * into v_run from public.runs where id = p_run and user_id = p_user for update;
  if not found or v_run.state = 'released' or v_run.expires_at <= now() then
    return null;
  end if;
  if v_run.feature not in ('quick', 'ai', 'image') or (v_run.feature = 'image') <> (p_picture is not null) then
    raise exception 'This run delivers something else' using errcode = 'PT400';
  end if;
  if exists (select from public.run_deliveries where run_id = p_run and picture <> p_picture) then
    raise exception 'This run has read its picture. Another picture needs another run.' using errcode = 'PT409';
  end if;
  insert into public.run_deliveries as d (run_id, user_id, expires_at, picture, covers)
    values (p_run, p_user, v_run.expires_at, p_picture, p_covers)
    on conflict (run_id) do update
      set covers = (select array_agg(distinct c) from unnest(d.covers || excluded.covers) c);
  if v_run.state = 'captured' then
    return 'repeated';
  end if;
  -- The lock of the profile orders the deliveries of two devices: the second one finds the charge of the first. The row
  -- inserted above holds a key share of the profile, with which `for update` would wait for that of the other delivery.
  perform from public.user_profiles where user_id = p_user for no key update;
  v_open := public.open_board(p_user, v_run.feature, v_run.category);
  perform public.close_hold(p_run, 'captured', null);
  if v_open.id is null then
    return 'captured';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
    values (p_user, v_run.cost, 0, 'refund', 'The board was open on another device', p_run, 'refund:' || p_run);
  -- The board stays open no longer than by the charge.
  update public.runs set settled_at = v_open.settled_at where id = p_run;
  return 'repeated';
end $$;

-- Adds corrected rows to the run of a picture: up to half the number of its rows, and at least five. Up to three
-- corrections of one row count once, since a name or market is often corrected in steps. One market of each row that was
-- read without a market (`[name, ""]`) does not count: the user has to choose it.
-- @param p_row_ids the row that each addition belongs to, as the client names it; null for a row of its own
-- @returns false if the run has no picture or the additions would exceed the limit; nothing is added then
create function public.add_run_rows(p_run uuid, p_user uuid, p_rows text[], p_row_ids text[] default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_delivery public.run_deliveries;
  v_additions text[];
  v_rows text[];
  v_spent integer;
  v_completed integer;
begin
  select * into v_delivery from public.run_deliveries
    where run_id = p_run and user_id = p_user and picture is not null and expires_at > now() for update;
  if not found then
    return false;
  end if;
  select coalesce(array_agg(key order by at), '{}'), coalesce(array_agg(row_id order by at), '{}')
    into v_additions, v_rows
    from (select distinct on (key) key, row_id, at from (
        select key, row_id, at from unnest(v_delivery.additions, v_delivery.addition_rows) with ordinality
          as kept (key, row_id, at)
        union all
        select key, coalesce(row_id, key), 100000 + at from unnest(p_rows, p_row_ids) with ordinality
          as given (key, row_id, at) where key <> all (v_delivery.covers)
      ) as listed order by key, at) as additions;
  select coalesce(sum((corrections + 2) / 3), 0) into v_spent
    from (select count(*) as corrections from unnest(v_rows) as row_id group by row_id) as corrected;
  select count(*) into v_completed from unnest(v_delivery.covers) as c
    where c like '%,""]' and c in (select regexp_replace(a, ',"[^"]*"]$', ',""]') from unnest(v_additions) as a);
  if v_spent - v_completed > greatest(5, (cardinality(v_delivery.covers) + 1) / 2) then
    return false;
  end if;
  update public.run_deliveries set additions = v_additions, addition_rows = v_rows where run_id = p_run;
  return true;
end $$;

-- A run that may still be used (held or captured, and not expired), with what it delivered. Null if there is none.
create function public.live_run_scope(p_run uuid, p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(r) || jsonb_build_object('picture', d.picture, 'covers', coalesce(d.covers, '{}'),
      'additions', coalesce(d.additions, '{}'))
    from public.runs r left join public.run_deliveries d on d.run_id = r.id
    where r.id = p_run and r.user_id = p_user and r.state in ('held', 'captured') and r.expires_at > now();
$$;

-- Releases up to 500 expired holds, and deletes the deliveries of up to 5000 expired runs. @returns how many were released
create function public.sweep_runs() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_released integer := 0;
begin
  -- Ordered by user, so that two sweeps lock profiles in the same order. Locked rows are being closed elsewhere.
  for v_id in
    select id from public.runs where state = 'held' and expires_at <= now()
    order by user_id limit 500 for update skip locked
  loop
    if public.close_hold(v_id, 'released', 'expired') then
      v_released := v_released + 1;
    end if;
  end loop;
  delete from public.run_deliveries where run_id in (
    select run_id from public.run_deliveries where expires_at <= now() limit 5000 for update skip locked);
  return v_released;
end $$;

revoke execute on function public.daily_limit, public.credits_used_today, public.set_daily_limit,
  public.account_rights, public.open_board, public.start_run, public.close_hold, public.release_run, public.deliver_run,
  public.add_run_rows, public.live_run_scope, public.sweep_runs from public, anon, authenticated;
grant execute on function public.set_daily_limit, public.account_rights, public.start_run, public.release_run,
  public.deliver_run, public.add_run_rows, public.live_run_scope, public.sweep_runs to service_role;
