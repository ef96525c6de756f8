-- Access codes are the same in upper and lower case: people type them from a mail or a screen.
create index access_codes_by_name on public.access_codes (lower(code));

create function public.stored_code(p_code text) returns text
language sql stable security definer set search_path = '' as $$
  select code from public.access_codes where lower(code) = lower(p_code) order by code = p_code desc limit 1;
$$;

revoke execute on function public.stored_code from public, anon, authenticated;

create or replace function public.reserve_access_code(
  p_code text, p_email text, p_date_of_birth date, p_secret text default null, p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(btrim(p_email));
  v_code public.access_codes;
  v_own bigint;
  v_held integer;
begin
  perform public.require_age_21(p_date_of_birth);
  -- The row lock serialises requests for the last place of a code.
  select * into v_code from public.access_codes where code = public.stored_code(p_code) for update;
  if not found or v_code.deleted_at is not null or v_code.expires_at <= now() then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  v_own := public.renewable_reservation(v_code.code, v_email, p_secret, p_network);
  select count(*) into v_held from public.access_code_reservations r
    where r.code = v_code.code and r.consumed_at is null
      and (r.user_id is not null or (r.reserved_until > clock_timestamp() and r.id is distinct from v_own));
  if v_code.uses_count + v_held >= v_code.max_uses then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  return public.open_reservation(v_code.code, v_email, p_secret, p_network);
end $$;

create or replace function public.reserve_place(
  p_code text, p_email text, p_date_of_birth date, p_legal_version date, p_secret text default null,
  p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(btrim(p_email));
  v_until timestamptz;
  v_excluded timestamptz;
begin
  if p_code is null then
    v_until := public.reserve_privileged(v_email, p_date_of_birth, p_secret, p_network);
  else
    v_until := public.reserve_access_code(p_code, v_email, p_date_of_birth, p_secret, p_network);
  end if;
  v_excluded := public.email_excluded_until(p_email);
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  -- A request without a version keeps the stored one.
  update public.access_code_reservations set legal_version = coalesce(p_legal_version, legal_version)
    where id = public.renewable_reservation(public.stored_code(p_code), v_email, p_secret, p_network);
  return v_until;
end $$;

create or replace function public.redeem_access_code(p_user uuid, p_code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.access_code_reservations where user_id = p_user and lower(code) = lower(p_code);
  if not found then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  perform public.consume_reservation(p_user);
  return true;
end $$;

create or replace function public.add_access_code(
  p_code text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_batch uuid
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_known text := public.stored_code(p_code);
  v_deleted timestamptz;
begin
  if p_expires_at <= now() then
    raise exception 'Choose an expiry in the future' using errcode = 'PT400';
  end if;
  if v_known is null then
    insert into public.access_codes (code, max_uses, expires_at, notes, batch_key)
      values (p_code, p_max_uses, p_expires_at, p_notes, p_batch)
      on conflict (code) do nothing;
  end if;
  if not found then
    v_known := coalesce(v_known, p_code);
    select deleted_at into v_deleted from public.access_codes where code = v_known;
    raise exception '%', case when v_deleted is null
      then format('There is already a code %s', v_known)
      else format('The code %s was deleted: restore it, or choose another one', v_known) end
      using errcode = 'PT409';
  end if;
end $$;
