drop index concurrently if exists shelf_room;
create index concurrently shelf_room on shelf (room);
