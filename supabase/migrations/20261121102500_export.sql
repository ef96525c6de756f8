-- Everything that is stored about a user. Tables with a `user_id` are found in the catalogue, so that no new one is
-- forgotten; those that name a user otherwise are listed here.

-- A row without passwords and tokens, which prove who somebody is and say nothing about them.
create function public.without_secrets(p_row jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(p_row)
    where key !~ '(password|token|secret|hmac|nonce)' or key ~ '_(at|counter)$';
$$;

create function public.export_account(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_account jsonb;
  v_tables jsonb := '{}';
  v_table text;
  v_condition text;
  v_rows jsonb;
begin
  select public.without_secrets(to_jsonb(u)) into v_account from auth.users u where id = p_user;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  for v_table, v_condition in
    select c.relname, 'user_id = $1' from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'self_exclusions'
    union all values
      -- An exclusion may be of an earlier account with the same address.
      ('self_exclusions', 'user_id = $1 or email_hash = public.email_hash($2)'),
      ('closed_accounts', 'email_hash = public.email_hash($2)'),
      ('release_loads', 'reporter = ''user:'' || $1'),
      ('remote_events', 'actor = $1::text'),
      ('remote_uploads', 'actor = $1::text'),
      ('admin_actions', 'actor = $1::text or target = $1::text')
    order by 1
  loop
    execute format(
      'select coalesce(jsonb_agg(public.without_secrets(to_jsonb(t))), ''[]''::jsonb) from public.%I t where %s',
      v_table, v_condition) into v_rows using p_user, v_account ->> 'email';
    v_tables := v_tables || jsonb_build_object(v_table, v_rows);
  end loop;
  -- What the sign-in service keeps beside the account itself.
  select coalesce(jsonb_agg(public.without_secrets(to_jsonb(i))), '[]') into v_rows
    from auth.identities i where user_id = p_user;
  v_tables := v_tables || jsonb_build_object('auth.identities', v_rows);
  select coalesce(jsonb_agg(public.without_secrets(to_jsonb(s))), '[]') into v_rows
    from auth.sessions s where user_id = p_user;
  v_tables := v_tables || jsonb_build_object('auth.sessions', v_rows);
  begin
    select coalesce(jsonb_agg(to_jsonb(l)), '[]') into v_rows
      from auth.audit_log_entries l where strpos(payload::text, p_user::text) > 0;
    v_tables := v_tables || jsonb_build_object('auth.audit_log_entries', v_rows);
  exception when insufficient_privilege then
    -- The hosted service may keep this log to itself.
    null;
  end;
  return jsonb_build_object('exportedAt', now(), 'account', v_account, 'tables', v_tables);
end $$;

revoke execute on function public.without_secrets(jsonb), public.export_account(uuid)
  from public, anon, authenticated;
grant execute on function public.export_account(uuid) to service_role;
