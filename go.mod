module jantaku

go 1.26
