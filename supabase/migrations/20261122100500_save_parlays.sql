-- Up to three parlays a run, with what they promised and how they ended.
alter table public.past_parlays
  add column rank integer not null default 1 check (rank between 1 and 3),
  -- The parlay as it was answered; null in rows from before.
  add column details jsonb check (octet_length(details::text) <= 262144),
  add column outcome text not null default 'pending' check (outcome in ('pending', 'won', 'lost', 'refunded')),
  -- Units back per unit staked; null where the payout table has no price.
  add column paid numeric check (paid >= 0),
  add column settled_at timestamptz,
  add constraint past_parlays_settled check ((settled_at is null) = (outcome = 'pending')),
  drop constraint past_parlays_run_id_key,
  add constraint past_parlays_run_rank unique (run_id, rank);
create index past_parlays_pending on public.past_parlays (id) where outcome = 'pending';

-- Turns a run's hold into a charge and keeps its parlays, both or neither. A run that was captured already answers what
-- it saved then, so that a call whose answer was lost may be made again.
-- @param p_parlays list of `{details, legs}`: the parlay as it is answered, its legs as `track_legs` names them
-- @throws PT404 no such run, PT409 its hold was given back or has run out, PT400 nothing to save
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
  perform public.settle_run(p_run, 'captured', null);
  for v_one in select value from jsonb_array_elements(p_parlays) loop
    -- The row's time is the parlay's, whatever the clock of whoever made it.
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

-- What a key has paid for; nothing where it has paid for nothing. Also long after its run has ended.
create function public.parlays_of_run(p_user uuid, p_key uuid) returns setof public.past_parlays
language sql stable security definer set search_path = '' as $$
  select p.* from public.past_parlays p join public.runs r on r.id = p.run_id
    where r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay' and r.state = 'captured'
    order by p.rank;
$$;
revoke execute on function public.save_parlays(uuid, uuid, jsonb), public.parlays_of_run(uuid, uuid)
  from public, anon, authenticated;
grant execute on function public.save_parlays(uuid, uuid, jsonb), public.parlays_of_run(uuid, uuid) to service_role;
