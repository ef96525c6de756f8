-- The way in, first step: the server reserves a place for an e-mail address. Called with the service role only.

create function public.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where lower(email) = lower(btrim(p_email)));
$$;

-- Age is elapsed time by a 365.25-day year, and below 21 is refused (specification 1, section 5).
create function public.require_age_21(p_date_of_birth date) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_date_of_birth is null or p_date_of_birth < date '1900-01-01' then
    raise exception 'Please enter your date of birth' using errcode = 'PT400';
  end if;
  if extract(epoch from now() - p_date_of_birth::timestamp at time zone 'UTC') < 21 * 365.25 * 86400 then
    raise exception 'You must be 21 or older to create an account' using errcode = 'PT400';
  end if;
end $$;

create function public.open_reservation(p_code text, p_email text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_until timestamptz := now() + interval '30 minutes';
begin
  insert into public.access_code_reservations (code, email, attested_21_at, reserved_until)
    values (p_code, p_email, now(), v_until)
    on conflict (email) where user_id is null
    do update set code = excluded.code, attested_21_at = excluded.attested_21_at,
      reserved_until = excluded.reserved_until;
  return v_until;
end $$;

create function public.reserve_access_code(p_code text, p_email text, p_date_of_birth date)
returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(btrim(p_email));
  v_code public.access_codes;
  v_held integer;
begin
  perform public.require_age_21(p_date_of_birth);
  -- The row lock makes everyone who wants this code's last place stand in line.
  select * into v_code from public.access_codes where code = p_code for update;
  if not found or v_code.expires_at <= now() then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  select count(*) into v_held from public.access_code_reservations r
    where r.code = v_code.code and r.consumed_at is null
      and (r.user_id is not null or (r.reserved_until > clock_timestamp() and r.email <> v_email));
  if v_code.uses_count + v_held >= v_code.max_uses then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  return public.open_reservation(v_code.code, v_email);
end $$;

-- No code, the same age rule. Who is privileged is the server's configuration.
create function public.reserve_privileged(p_email text, p_date_of_birth date) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_age_21(p_date_of_birth);
  return public.open_reservation(null, lower(btrim(p_email)));
end $$;

revoke execute on function public.email_exists(text), public.require_age_21(date),
  public.open_reservation(text, text), public.reserve_access_code(text, text, date),
  public.reserve_privileged(text, date) from public, anon, authenticated;
grant execute on function public.email_exists(text), public.reserve_access_code(text, text, date),
  public.reserve_privileged(text, date) to service_role;
