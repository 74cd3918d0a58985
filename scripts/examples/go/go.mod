module unobot

go 1.19
