-- How much a user lets themselves spend within any 24 hours. A lower limit counts at once; a higher one, or none,
-- waits a day.
create table public.daily_limits (
  user_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  credit_limit integer check (credit_limit between 0 and 1000),
  -- What counts from `pending_from` on; null there is no limit.
  pending_limit integer check (pending_limit between 0 and 1000),
  pending_from timestamptz,
  changed_at timestamptz not null default now(),
  check (pending_from is not null or pending_limit is null)
);

alter table public.daily_limits enable row level security;
revoke all on public.daily_limits from anon, authenticated, service_role, public;
grant select on public.daily_limits to service_role;

-- The limit that counts now; null without one.
create function public.daily_limit(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case when pending_from <= now() then pending_limit else credit_limit end
    from public.daily_limits where user_id = p_user;
$$;

-- Credits spent or held within the last 24 hours; holds that were given back do not count.
create function public.credits_used_today(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cost), 0)::integer from public.runs
    where user_id = p_user and state in ('held', 'captured') and created_at > now() - interval '24 hours';
$$;
create index runs_by_day on public.runs (user_id, created_at) where state <> 'released';

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
    -- Asking again, or for less of a rise, does not begin the day anew.
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

-- As GET /api/account/rights answers it.
create function public.account_rights(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'limit', public.daily_limit(p_user),
    'used', public.credits_used_today(p_user),
    'pending', (select jsonb_build_object('limit', pending_limit, 'from', pending_from)
      from public.daily_limits where user_id = p_user and pending_from > now()),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('document', document, 'version', version,
        'acceptedAt', accepted_at) order by accepted_at, document), '[]'::jsonb)
      from public.consents where user_id = p_user));
$$;

revoke execute on function public.daily_limit(uuid), public.credits_used_today(uuid),
  public.set_daily_limit(uuid, int), public.account_rights(uuid) from public, anon, authenticated;
grant execute on function public.set_daily_limit(uuid, int), public.account_rights(uuid) to service_role;
