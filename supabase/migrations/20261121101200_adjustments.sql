-- What administrators do to a balance or a plan: each with a reason, in the ledger and in the audit log at once.

create function public.require_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_reason is null or char_length(btrim(p_reason)) not between 3 and 500 then
    raise exception 'Say why, in 3 to 500 characters' using errcode = 'PT400';
  end if;
  return btrim(p_reason);
end $$;

-- Answers the balance. The same key with the same words changes nothing more.
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
  select * into v_known from public.credit_ledger
    where user_id = p_user and idempotency_key = 'adjust:' || p_key;
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

-- Gives back what an analysis took: a charge by a refund, a hold by its release. Once. Answers the balance.
create function public.refund_run(p_run uuid, p_reason text, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_run public.runs;
  v_credits integer;
begin
  select * into v_run from public.runs where id = p_run for update;
  if not found then
    raise exception 'There is no such analysis' using errcode = 'PT404';
  end if;
  if v_run.state = 'released' or exists (select from public.credit_ledger
    where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
  then
    raise exception 'The credits of this analysis were given back already' using errcode = 'PT409';
  end if;
  if v_run.state = 'held' then
    perform public.settle_run(p_run, 'released', v_reason);
  else
    insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
      values (v_run.user_id, v_run.cost, 0, 'refund', v_reason, p_run, 'refund:' || p_run);
  end if;
  perform public.log_admin_action(p_actor, 'refund-run', v_run.user_id::text, jsonb_build_object(
    'run', p_run, 'credits', v_run.cost, 'was', v_run.state, 'reason', v_reason));
  select credits into v_credits from public.user_profiles where user_id = v_run.user_id;
  return v_credits;
end $$;

revoke execute on function public.require_reason(text), public.adjust_credits(uuid, int, text, uuid, text),
  public.set_plan(uuid, text, text, text), public.refund_run(uuid, text, text) from public, anon, authenticated;
grant execute on function public.adjust_credits(uuid, int, text, uuid, text),
  public.set_plan(uuid, text, text, text), public.refund_run(uuid, text, text) to service_role;
