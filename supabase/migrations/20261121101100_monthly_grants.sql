-- The month's credits of a plan. Period n of an account begins n months after it was made, in UTC, on the last day of
-- a month that is too short.

-- The amounts, here and in no other function.
create function public.plan_credits(p_plan text) returns integer
language sql immutable set search_path = '' as $$
  select case p_plan when 'free' then 20 when 'basic' then 100 when 'premium' then 500 end;
$$;

alter table public.user_profiles
  add column granted_periods integer not null default 0 check (granted_periods >= 0);

-- Accounts that are older than this begin with the period that they are in.
update public.user_profiles set granted_periods = (
  select max(n) from generate_series(0,
    (extract(year from now())::int - extract(year from created_at)::int + 1) * 12) as n
    where (created_at at time zone 'UTC') + make_interval(months => n) <= now() at time zone 'UTC')
  where created_at < now();

create index user_profiles_next_grant on public.user_profiles
  (((created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)));

-- One period of each of at most `p_limit` users, in a transaction: whoever was granted is granted, and nobody else.
-- Users that another call grants or charges now are left to it or to the next call. Answers how many periods it
-- settled; call it until that is 0.
create function public.grant_monthly_credits(p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
  v_settled integer := 0;
begin
  for v_due in
    select user_id, plan, granted_periods + 1 as period from public.user_profiles
      where (created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)
        <= p_now at time zone 'UTC'
      order by (created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)
      limit least(greatest(p_limit, 0), 1000) for update skip locked
  loop
    -- Asked first: a row that is not inserted for its key would have raised the balance already.
    if not exists (select from public.credit_ledger
      where user_id = v_due.user_id and idempotency_key = 'grant:' || v_due.period)
    then
      insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
        values (v_due.user_id, public.plan_credits(v_due.plan), 0, 'grant', 'grant:' || v_due.period);
    end if;
    update public.user_profiles set granted_periods = v_due.period where user_id = v_due.user_id;
    v_settled := v_settled + 1;
  end loop;
  return v_settled;
end $$;

revoke execute on function public.plan_credits(text), public.grant_monthly_credits(timestamptz, int)
  from public, anon, authenticated;
grant execute on function public.plan_credits(text), public.grant_monthly_credits(timestamptz, int) to service_role;
