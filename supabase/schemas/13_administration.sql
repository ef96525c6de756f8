-- What administrators do: access codes, users, credits and plans. Each change writes the audit log.

-- Access codes

-- Adds one code without an entry in the audit log, which its callers write.
-- @throws PT400 for an expiry in the past, PT409 if the code exists or was deleted, in any case
create function public.add_access_code(
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

create function public.create_access_code(
  p_code text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_actor text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.add_access_code(p_code, p_max_uses, p_expires_at, p_notes, null);
  perform public.log_admin_action(p_actor, 'code-create', p_code,
    jsonb_build_object('maxUses', p_max_uses, 'expiresAt', p_expires_at));
end $$;

-- Serialises the functions that add many codes. Two of them could otherwise deadlock on each other's codes.
create function public.lock_code_imports() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('propsight access codes', 0));
$$;

-- Stores random codes that the caller made. Repeating a key returns the codes of its first call.
-- @throws PT409 if the key was used for other codes
create function public.generate_access_codes(
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

-- Stores all rows or none. @param p_rows list of `{code, maxUses, expiresAt, notes}`
create function public.import_access_codes(p_rows jsonb, p_actor text) returns void
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

-- Deletes a code and its open reservations, so sign-ups that have not finished are refused. @throws PT404
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

-- One page, newest first. @param p_before, p_before_code the last code of the previous page
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
  select count(*) from public.access_codes c
    where c.deleted_at is null and public.is_code_found(c.code, c.notes, p_search);
$$;

-- Users, credits and plans

-- One page of users, newest first. @param p_search part of an e-mail address, or a complete id
create function public.admin_users(
  p_search text, p_before timestamptz, p_before_id uuid, p_limit int
) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search text := lower(btrim(coalesce(p_search, '')));
begin
  return query
    select jsonb_build_object(
      'userId', p.user_id, 'email', p.email, 'emailVerifiedAt', p.email_verified_at, 'credits', p.credits,
      'plan', p.plan, 'createdAt', p.created_at, 'lastSignInAt', u.last_sign_in_at,
      'isAdmin', exists (select from public.admins a where a.user_id = p.user_id),
      'excludedUntil', public.excluded_until(p.user_id))
    from public.user_profiles p join auth.users u on u.id = p.user_id
    where (v_search = '' or strpos(lower(p.email), v_search) > 0 or p.user_id::text = v_search)
      and (p_before is null or (p.created_at, p.user_id) < (p_before, p_before_id))
    order by p.created_at desc, p.user_id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

-- One page of a user's ledger, newest first. @throws PT404 if there is no such account
create function public.admin_ledger(p_user uuid, p_before bigint, p_limit int) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.user_profiles where user_id = p_user) then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  return query
    select jsonb_build_object('id', id, 'delta', delta, 'balanceAfter', balance_after, 'reason', reason,
      'note', note, 'runId', run_id, 'createdAt', created_at)
    from (select * from public.credit_ledger where user_id = p_user
      union all select * from public.archived_ledger where user_id = p_user) as l
    where p_before is null or id < p_before
    order by id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

-- @throws PT400 for a reason that is not 3 to 500 characters long @returns the trimmed reason
create function public.require_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_reason is null or char_length(btrim(p_reason)) not between 3 and 500 then
    raise exception 'Say why, in 3 to 500 characters' using errcode = 'PT400';
  end if;
  return btrim(p_reason);
end $$;

-- Changes a balance. Repeating the key with the same arguments changes nothing.
-- @throws PT400, PT404, PT409 if the key was used for another adjustment or the balance would be negative
-- @returns the balance
create function public.adjust_credits(p_user uuid, p_delta int, p_reason text, p_key uuid, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_credits integer;
  v_known public.credit_ledger;
begin
  if p_delta is null or p_delta = 0 or p_key is null then
    raise exception 'An adjustment has an amount and a key' using errcode = 'PT400';
  end if;
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  select * into v_known from (select * from public.credit_ledger where user_id = p_user
    union all select * from public.archived_ledger where user_id = p_user) as l
    where idempotency_key = 'adjust:' || p_key;
  if found then
    if (v_known.delta, v_known.note) is distinct from (p_delta, v_reason) then
      raise exception 'This key was used for another adjustment' using errcode = 'PT409';
    end if;
    return v_credits;
  end if;
  if v_credits + p_delta < 0 then
    raise exception 'Not enough credits' using errcode = 'PT409';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, idempotency_key)
    values (p_user, p_delta, 0, 'adjustment', v_reason, 'adjust:' || p_key);
  perform public.log_admin_action(p_actor, 'adjust-credits', p_user::text, jsonb_build_object(
    'delta', p_delta, 'before', v_credits, 'after', v_credits + p_delta, 'reason', v_reason));
  return v_credits + p_delta;
end $$;

create function public.set_plan(p_user uuid, p_plan text, p_reason text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_before text;
begin
  if public.plan_credits(p_plan) is null then
    raise exception 'There is no such plan' using errcode = 'PT400';
  end if;
  select plan into v_before from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  update public.user_profiles set plan = p_plan where user_id = p_user;
  perform public.log_admin_action(p_actor, 'set-plan', p_user::text,
    jsonb_build_object('before', v_before, 'after', p_plan, 'reason', v_reason));
end $$;

-- Returns the credits of a run, once: a captured run by a refund, a held one by releasing its hold.
-- @throws PT404 no such run, PT409 already returned
-- @returns the balance
create function public.refund_run(p_run uuid, p_reason text, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_run public.runs;
  v_credits integer;
begin
  select * into v_run from public.runs where id = p_run for update;
  if not found then
    select * into v_run from public.archived_runs where id = p_run for update;
  end if;
  if v_run.id is null then
    raise exception 'There is no such analysis' using errcode = 'PT404';
  end if;
  if v_run.state = 'released'
    or exists (select from public.credit_ledger where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
    or exists (select from public.archived_ledger where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
  then
    raise exception 'The credits of this analysis were given back already' using errcode = 'PT409';
  end if;
  if v_run.state = 'held' then
    perform public.close_hold(p_run, 'released', v_reason);
  else
    insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
      values (v_run.user_id, v_run.cost, 0, 'refund', v_reason, p_run, 'refund:' || p_run);
  end if;
  perform public.log_admin_action(p_actor, 'refund-run', v_run.user_id::text, jsonb_build_object(
    'run', p_run, 'credits', v_run.cost, 'was', v_run.state, 'reason', v_reason));
  select credits into v_credits from public.user_profiles where user_id = v_run.user_id;
  return v_credits;
end $$;

revoke execute on function public.add_access_code, public.create_access_code, public.lock_code_imports,
  public.generate_access_codes, public.import_access_codes, public.delete_access_code, public.restore_access_code,
  public.is_code_found, public.list_access_codes, public.count_access_codes, public.admin_users, public.admin_ledger,
  public.require_reason, public.adjust_credits, public.set_plan, public.refund_run from public, anon, authenticated;
grant execute on function public.create_access_code, public.generate_access_codes, public.import_access_codes,
  public.delete_access_code, public.restore_access_code, public.list_access_codes, public.count_access_codes,
  public.admin_users, public.admin_ledger, public.adjust_credits, public.set_plan, public.refund_run to service_role;
