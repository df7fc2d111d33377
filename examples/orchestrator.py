#!/usr/bin/env python3
"""An orchestrator: creates a volume, mounts it for one task, and removes it. Arguments: bootstrap servers, node."""
import json, sys, time, uuid
from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

SERVERS, NODE = sys.argv[1:3]
VOLUME = "py-" + uuid.uuid4().hex[:8]
TASK = VOLUME + "-task"
READ = ["hawser.command-results", "hawser.task-volumes", "hawser.volumes"]

producer = Producer({"bootstrap.servers": SERVERS, "enable.idempotence": True})  # keeps the order of a key
GROUP = "hawser.orchestrator-" + VOLUME  # the broker's rights allow an orchestrator only groups that begin so
consumer = Consumer({"bootstrap.servers": SERVERS, "group.id": GROUP, "isolation.level": "read_committed"})
topics = consumer.list_topics(timeout=10).topics
consumer.assign([TopicPartition(t, p, OFFSET_BEGINNING) for t in READ for p in topics[t].partitions])
last = {}  # the last value of each (topic, key): that is all that an orchestrator has to know


def write(topic, key, kind, data):
    """A structured CloudEvent: one JSON text, no headers. Its id is the command id."""
    event = {"specversion": "1.0", "id": str(uuid.uuid4()), "source": "orchestrator.py", "data": data}
    producer.produce(topic, key=key, value=json.dumps(event | {"type": "hawser.v1." + kind}))
    producer.flush()
    return event["id"]


def wait(topic, key, condition):
    end = time.monotonic() + 60
    while not condition(last.get((topic, key))):
        message = consumer.poll(0.2)
        if message is not None and not message.error() and message.key()[:1] != b"#":  # no entity's key begins so
            value = message.value()  # None is a tombstone
            last[message.topic(), message.key().decode()] = json.loads(value) if value else None
        if time.monotonic() > end:
            sys.exit(f"{topic} {key}: still {last.get((topic, key))}")
    return last.get((topic, key))


def done(command):
    result = wait("hawser.command-results", command, lambda r: r and ("done" in r or "rejected" in r))
    if "rejected" in result:
        sys.exit(f"rejected: {result['rejected']}")


def task(observed):
    mounts = [{"source": VOLUME, "target": "/data"}]
    write("hawser.tasks", TASK, "Task", {"name": TASK, "node": NODE, "observed": observed, "mounts": mounts})


spec = {"plugin": "hostpath.hawser", "mount": {}, "capacity": {"requiredBytes": "1048576"}}
done(write("hawser.volume-commands", VOLUME, "CreateVolume", {"name": VOLUME, "spec": spec}))
task("TASK_STATE_PENDING")
all_mounted = lambda v: v and ["mounted" in m for m in v.get("mounts", [])] == [True]  # the task has one mount
mounts = wait("hawser.task-volumes", TASK, all_mounted)["mounts"]
print("mounted", mounts[0]["mounted"]["path"])
task("TASK_STATE_RUNNING")  # here the container starts, with the path bound to /data, and runs
task("TASK_STATE_COMPLETE")
producer.produce("hawser.tasks", key=TASK, value=None)  # the container is gone, so the task's record goes
done(write("hawser.volume-commands", VOLUME, "RemoveVolume", {"name": VOLUME}))
print("removed", VOLUME)
