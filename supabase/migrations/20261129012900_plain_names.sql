-- Names that state what the functions do. Only functions of the database call them.
-- beside the last release: its API does not call it
alter function public.was_closed_there(text) rename to was_closed_on_network;
-- beside the last release: its API does not call it
alter function public.leave_to_mailbox(uuid) rename to require_mail_sign_in;
-- beside the last release: its API does not call it
alter function public.line_up_for_codes() rename to lock_code_imports;

create or replace function public.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_reservation bigint := (current_setting('propsight.reservations')::jsonb ->> new.id::text)::bigint;
  v_attested timestamptz;
  v_legal date;
  v_network_hash text;
begin
  -- Compares with the time after locking the code. A reservation that expires at this moment goes either to this
  -- account or to the next request, never to both.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where id = v_reservation and user_id is null)
    for update;
  update public.access_code_reservations set user_id = new.id, secret_hash = null
    where id = v_reservation and email = lower(new.email) and user_id is null and reserved_until > clock_timestamp()
    returning attested_21_at, legal_version, network_hash into v_attested, v_legal, v_network_hash;
  if not found then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  insert into public.user_profiles (user_id, email, email_verified_at, attested_21_at)
    values (new.id, new.email, new.email_confirmed_at, v_attested);
  insert into public.consents (user_id, document, version, accepted_at)
    select new.id, document, version, v_attested
      from (values ('age-21', '1'), ('terms', v_legal::text), ('privacy', v_legal::text)) as given (document, version)
      where version is not null;
  if not public.was_closed(new.email) and not public.was_closed_on_network(v_network_hash) then
    perform public.grant_welcome(new.id);
  end if;
  return new;
end $$;

create or replace function public.set_admin(p_email text, p_granted boolean, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.user_profiles;
begin
  -- The lock keeps the address from changing before the grant. Locks the account before its profile, as a change of the
  -- address does.
  perform public.lock_account(user_id) from public.user_profiles where lower(email) = lower(btrim(p_email));
  select * into v_profile from public.user_profiles where lower(email) = lower(btrim(p_email)) for update;
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    if v_profile.mailbox_proven_at is null then
      raise exception 'This account has not proven its mailbox yet: sign in to it once by an e-mail link'
        using errcode = 'PT409';
    end if;
    insert into public.admins (user_id) values (v_profile.user_id) on conflict (user_id) do nothing;
    if not found then
      return;
    end if;
    perform public.require_mail_sign_in(v_profile.user_id);
  else
    delete from public.admins where user_id = v_profile.user_id;
    if not found then
      raise exception 'This account is not an administrator' using errcode = 'PT404';
    end if;
  end if;
  perform public.log_admin_action(p_actor, case when p_granted then 'admin-grant' else 'admin-revoke' end,
    v_profile.user_id::text, '{}');
end $$;

create or replace function public.generate_access_codes(
  p_codes text[], p_prefix text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_key uuid, p_actor text
) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  v_code text;
  v_known bigint;
  v_same boolean;
begin
  perform public.lock_code_imports();
  select count(*), bool_and(starts_with(code, p_prefix) and
      (max_uses, expires_at, notes) is not distinct from (p_max_uses, p_expires_at, p_notes))
    into v_known, v_same from public.access_codes where batch_key = p_key;
  if v_known > 0 and not (v_same and v_known = cardinality(p_codes)) then
    raise exception 'This key was used for other codes' using errcode = 'PT409';
  end if;
  if v_known = 0 then
    foreach v_code in array p_codes loop
      perform public.add_access_code(v_code, p_max_uses, p_expires_at, p_notes, p_key);
    end loop;
    perform public.log_admin_action(p_actor, 'codes-generate', p_prefix, jsonb_build_object(
      'count', cardinality(p_codes), 'maxUses', p_max_uses, 'expiresAt', p_expires_at, 'key', p_key));
  end if;
  return query select code from public.access_codes where batch_key = p_key order by code;
end $$;

create or replace function public.import_access_codes(p_rows jsonb, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb;
  v_number bigint;
begin
  perform public.lock_code_imports();
  for v_row, v_number in select value, ordinality from jsonb_array_elements(p_rows) with ordinality loop
    begin
      perform public.add_access_code(v_row ->> 'code', (v_row ->> 'maxUses')::integer,
        (v_row ->> 'expiresAt')::timestamptz, v_row ->> 'notes', null);
    exception when sqlstate 'PT400' or sqlstate 'PT409' then
      raise exception 'Row %: %', v_number, sqlerrm using errcode = sqlstate;
    end;
  end loop;
  perform public.log_admin_action(p_actor, 'codes-import', '',
    jsonb_build_object('count', jsonb_array_length(p_rows)));
end $$;
