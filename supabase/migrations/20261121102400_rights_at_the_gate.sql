-- The way in and the start of a run, with what users decided: consents are kept, who excluded themselves stays out, a
-- closed account's address starts without credits, a daily limit holds.

-- A place for an address, with the version of the legal texts that was accepted; without a code where the operator
-- named the address. Only who has a good code is told that an address is locked out.
create function public.reserve_place(
  p_code text, p_email text, p_date_of_birth date, p_legal_version date
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_until timestamptz;
  v_excluded timestamptz;
begin
  if p_code is null then
    v_until := public.reserve_privileged(p_email, p_date_of_birth);
  else
    v_until := public.reserve_access_code(p_code, p_email, p_date_of_birth);
  end if;
  v_excluded := public.email_excluded_until(p_email);
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  -- Whoever names no version takes none back: anybody may ask for a place for an address.
  update public.access_code_reservations set legal_version = coalesce(p_legal_version, legal_version)
    where email = lower(btrim(p_email)) and user_id is null;
  return v_until;
end $$;
revoke execute on function public.reserve_place(text, text, date, date) from public, anon, authenticated;
grant execute on function public.reserve_place(text, text, date, date) to service_role;

create or replace function public.require_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_excluded timestamptz := public.email_excluded_until(new.email);
begin
  if new.email is null or not public.has_open_reservation(new.email) then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  return new;
end $$;

create or replace function public.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_attested timestamptz;
  v_legal date;
begin
  -- Under the code's lock and by the clock after it, so that a reservation which expires this moment is either given
  -- to this account or to the next in line, never to both.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where email = lower(new.email) and user_id is null)
    for update;
  update public.access_code_reservations set user_id = new.id
    where email = lower(new.email) and user_id is null and reserved_until > clock_timestamp()
    returning attested_21_at, legal_version into v_attested, v_legal;
  if not found then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  insert into public.user_profiles (user_id, email, email_verified_at, attested_21_at)
    values (new.id, new.email, new.email_confirmed_at, v_attested);
  insert into public.consents (user_id, document, version, accepted_at)
    select new.id, document, version, v_attested
      from (values ('age-21', '1'), ('terms', v_legal::text), ('privacy', v_legal::text)) as given (document, version)
      where version is not null;
  if not public.was_closed(new.email) then
    insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      values (new.id, 20, 0, 'welcome', 'welcome');
  end if;
  return new;
end $$;

create or replace function public.hook_before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text := coalesce(event -> 'user' ->> 'email', '');
  v_excluded timestamptz := public.email_excluded_until(v_email);
begin
  if not public.has_open_reservation(v_email) then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403, 'message', 'Access code required for new accounts'));
  end if;
  if v_excluded is not null then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403, 'message', public.exclusion_sentence(v_excluded)));
  end if;
  return '{}'::jsonb;
end $$;

create or replace function public.start_run(
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
  -- A hold of this key that ran out is given back before the profile is locked: run, then profile, as everywhere.
  perform public.settle_run(id, 'released', 'expired') from public.runs
    where user_id = p_user and idempotency_key = p_key and state = 'held' and expires_at <= now();
  -- The profile's lock puts one user's starts in line, so that a repeated key finds its first run.
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
  end if;
  -- Before the balance: nobody shall buy credits that their own limit keeps from them.
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
