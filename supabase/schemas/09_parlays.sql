-- Generated parlays, up to three per run. Only the server writes them, so users cannot edit their own track record.

create table public.past_parlays (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  run_id uuid references public.runs (id) on delete set null,
  parlay_size integer not null check (parlay_size between 2 and 10),
  overall_confidence numeric(12, 4) not null check (overall_confidence between 0 and 100),
  expected_value numeric(12, 4),
  recommended_units numeric(12, 4) check (recommended_units >= 0),
  picks jsonb not null check (jsonb_typeof(picks) = 'array' and octet_length(picks::text) <= 262144),
  insights jsonb check (octet_length(insights::text) <= 65536),
  created_at timestamptz not null default now(),
  rank integer not null default 1 check (rank between 1 and 3),
  -- The parlay as the API returned it; null in rows that are older than this column.
  details jsonb check (octet_length(details::text) <= 262144),
  outcome text not null default 'pending' check (outcome in ('pending', 'won', 'lost', 'refunded')),
  -- Units returned per unit staked; null if the payout table has no price.
  paid numeric(12, 4) check (paid >= 0),
  settled_at timestamptz,
  constraint past_parlays_settled check ((settled_at is null) = (outcome = 'pending')),
  constraint past_parlays_run_rank unique (run_id, rank)
);

create index past_parlays_newest on public.past_parlays (user_id, created_at desc);
create index past_parlays_pending on public.past_parlays (id) where outcome = 'pending';

alter table public.past_parlays enable row level security;
revoke all on public.past_parlays from anon, authenticated, public;
grant select on public.past_parlays to authenticated;
grant all on public.past_parlays to service_role;
create policy "users read their own parlays" on public.past_parlays
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.past_parlays as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Captures a run's hold and stores its parlays, both or neither. A run that was captured before returns the parlays
-- stored then, so a client may repeat a call whose response was lost.
-- @param p_parlays list of `{details, legs}`: the parlay as it is returned, its legs with the columns of `track_legs`
-- @throws PT404 no such run, PT409 the hold was released or has expired, PT400 nothing to save
create function public.save_parlays(p_run uuid, p_user uuid, p_parlays jsonb) returns setof public.past_parlays
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_one jsonb;
  v_details jsonb;
  v_id uuid;
begin
  perform public.hold_account(p_user);
  select * into v_run from public.runs
    where id = p_run and user_id = p_user and feature = 'parlay' for update;
  if not found then
    raise exception 'There is no such parlay run' using errcode = 'PT404';
  end if;
  if v_run.state = 'captured' then
    return query select * from public.past_parlays where run_id = p_run order by rank;
    return;
  end if;
  if v_run.state = 'released' or v_run.expires_at <= now() then
    raise exception 'These parlays came too late. Nothing was charged.' using errcode = 'PT409';
  end if;
  if jsonb_array_length(p_parlays) = 0 then
    raise exception 'There is no parlay to save' using errcode = 'PT400';
  end if;
  perform public.close_hold(p_run, 'captured', null);
  for v_one in select value from jsonb_array_elements(p_parlays) loop
    -- The time of the row replaces the time of the API instance, whose clock may differ.
    v_details := v_one -> 'details' || jsonb_build_object('createdAt', to_jsonb(now()));
    if jsonb_array_length(v_one -> 'legs') is distinct from (v_details ->> 'parlaySize')::int then
      raise exception 'A parlay has as many legs as its size says' using errcode = 'PT400';
    end if;
    insert into public.past_parlays (id, user_id, run_id, rank, parlay_size, overall_confidence, expected_value,
        recommended_units, picks, insights, details, created_at)
      values ((v_details ->> 'id')::uuid, p_user, p_run, (v_details ->> 'rank')::int,
        (v_details ->> 'parlaySize')::int, (v_details ->> 'overallConfidence')::numeric,
        (v_details #>> '{expectedValue,value}')::numeric, (v_details ->> 'recommendedUnits')::numeric,
        v_details -> 'picks', v_details -> 'insights', v_details, now())
      returning id into v_id;
    perform public.add_legs(p_user, v_id, v_one -> 'legs');
  end loop;
  return query select * from public.past_parlays where run_id = p_run order by rank;
end $$;

-- The parlays that an idempotency key paid for, also after its run has ended; no rows if it paid for none.
create function public.parlays_of_run(p_user uuid, p_key uuid) returns setof public.past_parlays
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select p.* from public.past_parlays p join public.runs r on r.id = p.run_id
      where r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay' and r.state = 'captured'
    union all
    select p.* from public.archived_parlays p join public.archived_runs r on r.id = p.run_id
      where p.user_id = p_user and r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay'
        and r.state = 'captured'
    order by rank;
end $$;

revoke execute on function public.save_parlays, public.parlays_of_run from public, anon, authenticated;
grant execute on function public.save_parlays, public.parlays_of_run to service_role;
