-- One analysis that a user pays for. Its credits are held when it starts, captured when its work is saved, given back
-- otherwise. Only these functions write here; the server calls them with the service role.
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
-- A key pays once. A run that was given back paid nothing, so that its key may start another one.
create unique index runs_paid_once on public.runs (user_id, idempotency_key) where state <> 'released';
create index runs_by_key on public.runs (user_id, idempotency_key);
create index runs_open_holds on public.runs (expires_at) where state = 'held';

alter table public.runs enable row level security;
revoke all on public.runs from anon, authenticated, service_role, public;
grant select on public.runs to authenticated;
grant select on public.runs to service_role;
create policy "users read their own runs" on public.runs
  for select to authenticated using ((select auth.uid()) = user_id);

create function public.start_run(
  p_user uuid, p_feature text, p_category text, p_cost int, p_key uuid, p_ttl_seconds int
) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  v_credits integer;
  v_run public.runs;
begin
  if p_ttl_seconds is null or p_ttl_seconds not between 1 and 86400 then
    raise exception 'A run lasts between a second and a day' using errcode = 'PT400';
  end if;
  -- A hold of this key that ran out is given back before the profile is locked: run, then profile, as everywhere.
  perform public.settle_run(id, 'released', 'expired') from public.runs
    where user_id = p_user and idempotency_key = p_key and state = 'held' and expires_at <= now();
  -- The profile's lock puts one user's starts in line, so that a repeated key finds its first run.
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
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

create function public.settle_run(p_run uuid, p_state text, p_reason text) returns boolean
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

create function public.capture_run(p_run uuid) returns boolean
language sql security definer set search_path = '' as $$
  select public.settle_run(p_run, 'captured', null);
$$;

create function public.release_run(p_run uuid, p_reason text) returns boolean
language sql security definer set search_path = '' as $$
  select public.settle_run(p_run, 'released', p_reason);
$$;

-- Captured runs stay usable until they expire: sorting, details and reloads of a run cost nothing more.
create function public.live_run(p_run uuid, p_user uuid) returns public.runs
language sql stable security definer set search_path = '' as $$
  select r from public.runs r
    where r.id = p_run and r.user_id = p_user and r.state in ('held', 'captured') and r.expires_at > now();
$$;

create function public.sweep_runs() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_released integer := 0;
begin
  -- By user, so that two sweeps lock profiles in one order; rows that someone settles now are left to them.
  for v_id in
    select id from public.runs where state = 'held' and expires_at <= now()
    order by user_id limit 500 for update skip locked
  loop
    if public.settle_run(v_id, 'released', 'expired') then
      v_released := v_released + 1;
    end if;
  end loop;
  return v_released;
end $$;

revoke execute on function public.start_run(uuid, text, text, int, uuid, int),
  public.settle_run(uuid, text, text), public.capture_run(uuid), public.release_run(uuid, text),
  public.live_run(uuid, uuid), public.sweep_runs() from public, anon, authenticated;
grant execute on function public.start_run(uuid, text, text, int, uuid, int), public.capture_run(uuid),
  public.release_run(uuid, text), public.live_run(uuid, uuid), public.sweep_runs() to service_role;
