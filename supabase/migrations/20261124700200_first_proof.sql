-- Nothing that a request does without a proof of the mailbox changes an account of another person, and nothing that
-- another person set up before the first proof remains after it.

drop function public.account_to_release(text);
drop function public.release_address(text);

-- Takes the address from an excluded account that never proved its mailbox, with a token that was mailed to the address:
-- the exclusion may be the work of another person. The account stays excluded. The embedded service calls it after the
-- exclusion has refused a sign-in by link, which left the token unused.
-- @returns whether there was such an account
create function public.release_address(p_token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select u.id into v_user from auth.users u join public.user_profiles p on p.user_id = u.id
    where p_token <> '' and p_token in (u.recovery_token, u.confirmation_token) and p.mailbox_proven_at is null
      and public.excluded_until(u.id) is not null and public.email_excluded_until(u.email) is null
    for update of u;
  if v_user is null then
    return false;
  end if;
  update auth.users set email = public.released_address(id), email_change = '', recovery_token = '',
    confirmation_token = '' where id = v_user;
  return true;
end $$;

create or replace function public.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where lower(email) = lower(btrim(p_email)));
$$;

-- Reserves a place with or without a code and stores the accepted version of the legal texts. An excluded address is
-- refused after the code was checked, so that only owners of a valid code learn about the exclusion.
-- @throws PT400 as the functions above, PT403 for an excluded address
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
    where id = public.renewable_reservation(p_code, v_email, p_secret, p_network);
  return v_until;
end $$;

-- Records that a token was used that had been mailed to the address, which proves access to the mailbox. Setting a new
-- password clears the tokens too and proves nothing, so changes of the password are ignored. At the first proof of an
-- account that was usable without one, password, sessions and pending changes are cleared: another person may have signed
-- up with the address. Triggers fire in the order of their names: this one after `propsight_follow_email`.
create or replace function public.prove_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_came_back boolean := new.encrypted_password is not distinct from old.encrypted_password and (
    (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
    or (coalesce(old.confirmation_token, '') <> '' and coalesce(new.confirmation_token, '') = ''));
  v_is_new boolean := lower(new.email) is distinct from lower(old.email);
  v_proven boolean := case when v_is_new then lower(new.email) = lower(old.email_change) else v_came_back end;
begin
  if v_came_back and not v_is_new and old.email_confirmed_at is not null
    and exists (select from public.user_profiles where user_id = new.id and mailbox_proven_at is null) then
    perform public.leave_to_mailbox(new.id);
  end if;
  if v_is_new or v_proven then
    update public.user_profiles set mailbox_proven_at = case when v_proven then now() end where user_id = new.id;
  end if;
  if v_proven then
    update public.access_code_reservations set email_proven_at = now()
      where user_id = new.id and email = lower(new.email);
    -- Withheld at sign-up if an account of this address had been deleted before anybody proved the mailbox.
    if not public.was_closed(new.email) and exists (select from public.user_profiles where user_id = new.id) then
      perform public.grant_welcome(new.id);
    end if;
  end if;
  return new;
end $$;

revoke execute on function public.release_address from public, anon, authenticated;
