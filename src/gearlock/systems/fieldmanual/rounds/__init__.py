"""The game round: player order, activation of Combat Groups, miscellaneous events."""
