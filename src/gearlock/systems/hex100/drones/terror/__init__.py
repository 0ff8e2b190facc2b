"""Terror drones: swarms of three machines that pounce on tanks and mecha, ride them, and have to be got off."""
