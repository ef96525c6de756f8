-- contract of 20261130025900: the API of the last release calls `odds_of_day` and `export_account_page`.
drop function public.odds_board(date, date, text);
drop function public.export_account_text(uuid);
