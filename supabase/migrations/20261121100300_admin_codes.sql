-- Access codes, as administrators make and end them. A deleted code stays as deleted: it lets nobody in, its name is
-- not given again, and the accounts that it let in stay what they are.
alter table public.access_codes
  add column deleted_at timestamptz,
  -- Key of the call that made it together with others.
  add column batch_key uuid;
create index access_codes_newest on public.access_codes (created_at desc, code desc) where deleted_at is null;
create index access_codes_by_batch on public.access_codes (batch_key) where batch_key is not null;

-- As before, and a deleted code is unknown.
create or replace function public.reserve_access_code(p_code text, p_email text, p_date_of_birth date)
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
  if not found or v_code.deleted_at is not null or v_code.expires_at <= now() then
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

-- Adds one code without a word in the audit log, which its callers write.
create function public.add_access_code(
  p_code text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_batch uuid
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_deleted timestamptz;
begin
  if p_expires_at <= now() then
    raise exception 'Choose an expiry in the future' using errcode = 'PT400';
  end if;
  insert into public.access_codes (code, max_uses, expires_at, notes, batch_key)
    values (p_code, p_max_uses, p_expires_at, p_notes, p_batch)
    on conflict (code) do nothing;
  if not found then
    select deleted_at into v_deleted from public.access_codes where code = p_code;
    raise exception '%', case when v_deleted is null
      then format('There is already a code %s', p_code)
      else format('The code %s was deleted: restore it, or choose another one', p_code) end
      using errcode = 'PT409';
  end if;
end $$;

create function public.create_access_code(
  p_code text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_actor text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.add_access_code(p_code, p_max_uses, p_expires_at, p_notes, null);
  perform public.log_admin_action(p_actor, 'code-create', p_code,
    jsonb_build_object('maxUses', p_max_uses, 'expiresAt', p_expires_at));
end $$;

-- Those who add many stand in line, or two of them could wait for one another's codes for ever.
create function public.line_up_for_codes() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('propsight access codes', 0));
$$;

-- The codes are the caller's random ones; a key that was used answers those that it made then.
create function public.generate_access_codes(
  p_codes text[], p_prefix text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_key uuid, p_actor text
) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  v_code text;
  v_known bigint;
  v_same boolean;
begin
  perform public.line_up_for_codes();
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

-- All of them or none. p_rows: [{code, maxUses, expiresAt, notes}]
create function public.import_access_codes(p_rows jsonb, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb;
  v_number bigint;
begin
  perform public.line_up_for_codes();
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

-- Whoever is on their way in by it stays out: their places are given up under the code's lock.
create function public.delete_access_code(p_code text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_deleted timestamptz;
  v_voided integer;
begin
  select deleted_at into v_deleted from public.access_codes where code = p_code for update;
  if not found then
    raise exception 'There is no such code' using errcode = 'PT404';
  end if;
  if v_deleted is not null then
    return;
  end if;
  update public.access_codes set deleted_at = now() where code = p_code;
  delete from public.access_code_reservations where code = p_code and user_id is null;
  get diagnostics v_voided = row_count;
  perform public.log_admin_action(p_actor, 'code-delete', p_code, jsonb_build_object('voided', v_voided));
end $$;

create function public.restore_access_code(p_code text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_deleted timestamptz;
begin
  select deleted_at into v_deleted from public.access_codes where code = p_code for update;
  if not found then
    raise exception 'There is no such code' using errcode = 'PT404';
  end if;
  if v_deleted is null then
    return;
  end if;
  update public.access_codes set deleted_at = null where code = p_code;
  perform public.log_admin_action(p_actor, 'code-restore', p_code, '{}');
end $$;

create function public.is_code_found(p_code text, p_notes text, p_search text) returns boolean
language sql immutable set search_path = '' as $$
  select p_search is null or position(lower(p_search) in lower(p_code)) > 0
    or position(lower(p_search) in lower(coalesce(p_notes, ''))) > 0;
$$;

-- One page, newest first, from behind the code that ended the page before.
create function public.list_access_codes(
  p_search text, p_before timestamptz, p_before_code text, p_limit integer
) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('code', c.code, 'uses_count', c.uses_count, 'max_uses', c.max_uses,
      'expires_at', c.expires_at, 'notes', c.notes, 'created_at', c.created_at,
      'reserved', (select count(*) from public.access_code_reservations r where r.code = c.code
        and r.consumed_at is null and (r.user_id is not null or r.reserved_until > now())))
    from public.access_codes c
    where c.deleted_at is null and public.is_code_found(c.code, c.notes, p_search)
      and (p_before is null or (c.created_at, c.code) < (p_before, p_before_code))
    order by c.created_at desc, c.code desc limit p_limit;
$$;

create function public.count_access_codes(p_search text) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.access_codes c where c.deleted_at is null and public.is_code_found(c.code, c.notes, p_search);
$$;

revoke execute on function public.add_access_code, public.create_access_code, public.line_up_for_codes,
  public.generate_access_codes, public.import_access_codes, public.delete_access_code, public.restore_access_code,
  public.is_code_found, public.list_access_codes, public.count_access_codes from public, anon, authenticated;
grant execute on function public.create_access_code, public.generate_access_codes, public.import_access_codes,
  public.delete_access_code, public.restore_access_code, public.list_access_codes, public.count_access_codes
  to service_role;
