create index concurrently shelf_room on shelf (room);
