-- Granting and taking the administrator's role, and reading what administrators did.

-- Leaves an account to its mailbox alone. Whoever registered the address before its owner proved it may know the
-- password, hold a session, or have a change of address on its way.
create function public.leave_to_mailbox(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = '', email_change = '', email_change_token_new = '',
    email_change_token_current = '' where id = p_user;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.sessions where user_id = p_user;
  -- Where the hosted service looks the tokens up.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using p_user;
  end if;
end $$;

-- Who is made an administrator signs in again, by a link of a mail, and may set another password.
create function public.set_admin(p_email text, p_granted boolean, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.user_profiles;
begin
  -- The lock keeps the address from changing between the look and the grant. The account before its profile, as in a
  -- change of address.
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
    perform public.leave_to_mailbox(v_profile.user_id);
  else
    delete from public.admins where user_id = v_profile.user_id;
    if not found then
      raise exception 'This account is no administrator' using errcode = 'PT404';
    end if;
  end if;
  perform public.log_admin_action(p_actor, case when p_granted then 'admin-grant' else 'admin-revoke' end,
    v_profile.user_id::text, '{}');
end $$;

create function public.list_admins() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('userId', a.user_id, 'email', p.email, 'grantedAt', a.granted_at)
    from public.admins a join public.user_profiles p on p.user_id = a.user_id order by a.granted_at, a.user_id;
$$;

create function public.admin_audit(p_search text, p_before bigint, p_limit integer) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'at', a.at, 'actor', coalesce(p.email, a.actor), 'action', a.action,
      'target', a.target, 'detail', a.detail)
    from public.admin_actions a left join public.user_profiles p on p.user_id::text = a.actor
    where (p_before is null or a.id < p_before) and (p_search is null
      or position(lower(p_search) in lower(concat_ws(' ', a.action, a.target, a.actor, p.email))) > 0)
    order by a.id desc limit p_limit;
$$;

-- The same as before, with a line in the audit log. Instances of the release before name no actor: only the key's
-- holder could call them.
drop function public.set_developer(text, boolean);
create function public.set_developer(p_email text, p_granted boolean, p_actor text default 'admin key') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(p_email);
  -- One that is going now is waited for.
  perform from auth.users where id = v_user for key share;
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    insert into public.developers (user_id) values (v_user) on conflict (user_id) do nothing;
  else
    delete from public.developers where user_id = v_user;
  end if;
  if found then
    perform public.log_admin_action(p_actor,
      case when p_granted then 'developer-grant' else 'developer-revoke' end, v_user::text, '{}');
  end if;
end $$;

-- What an administrator does to a remote is in the history of its releases; it belongs to the audit log as well.
create function public.log_operator_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.actor = 'operator' or new.actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform public.log_admin_action(case new.actor when 'operator' then 'admin key' else new.actor end,
      'remote-' || new.action, new.name,
      jsonb_build_object('version', new.version, 'message', left(new.message, 500), 'generation', new.generation));
  end if;
  return new;
end $$;
create trigger remote_events_audit after insert on public.remote_events
  for each row execute function public.log_operator_event();

revoke execute on function public.leave_to_mailbox, public.set_admin, public.list_admins, public.admin_audit, public.set_developer,
  public.log_operator_event from public, anon, authenticated;
grant execute on function public.set_admin, public.list_admins, public.admin_audit, public.set_developer
  to service_role;
