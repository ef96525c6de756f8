-- Lines of a type that the product does not know are kept as unknown.
alter table public.track_legs drop constraint track_legs_odds_type_check;
alter table public.track_legs add constraint track_legs_odds_type_check
  check (odds_type in ('goblin', 'standard', 'demon', 'unknown'));
