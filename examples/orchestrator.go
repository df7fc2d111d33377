// An orchestrator: creates a volume, mounts it for one task, and removes it. Arguments: bootstrap servers, node.
package main

import (
	"encoding/json"
	"fmt"
	"github.com/confluentinc/confluent-kafka-go/kafka"
	"os"
	"time"
)

type object map[string]interface{}
type answer struct { // of a command's result and of a task's volumes, what this program reads
	Done, Rejected object
	Mounts         []struct{ Mounted struct{ Path string } }
}

func main() {
	name := fmt.Sprintf("go-%x", time.Now().UnixNano())
	producer, _ := kafka.NewProducer(&kafka.ConfigMap{ // idempotence keeps the order of a key
		"bootstrap.servers": os.Args[1], "enable.idempotence": true, "go.delivery.reports": false})
	consumer, _ := kafka.NewConsumer(&kafka.ConfigMap{ // this library reads committed records by default
		"bootstrap.servers": os.Args[1], "group.id": "hawser.orchestrator-" + name, "auto.offset.reset": "earliest"})
	consumer.SubscribeTopics([]string{"hawser.command-results", "hawser.task-volumes"}, nil)
	write := func(topic, id, kind string, data object) { // a structured CloudEvent; without a kind, a tombstone
		place := kafka.TopicPartition{Topic: &topic, Partition: kafka.PartitionAny}
		message := &kafka.Message{TopicPartition: place, Key: []byte(data["name"].(string))}
		if kind != "" {
			event := object{"specversion": "1.0", "id": id, "source": "go", "type": "hawser.v1." + kind, "data": data}
			message.Value, _ = json.Marshal(event)
		}
		_ = producer.Produce(message, nil)
		producer.Flush(10000)
	}
	wait := func(key string, reached func(answer) bool) (found answer) {
		for end := time.Now().Add(time.Minute); !reached(found); {
			if message, ok := consumer.Poll(100).(*kafka.Message); ok && string(message.Key) == key {
				_ = json.Unmarshal(message.Value, &found)
			} else if found.Rejected != nil || time.Now().After(end) {
				panic(fmt.Sprintf("%s: %+v", key, found))
			}
		}
		return found
	}
	spec := object{"plugin": "hostpath.hawser", "mount": object{}, "capacity": object{"requiredBytes": "1048576"}}
	task := object{"name": name + "-task", "node": os.Args[2], "mounts": []object{{"source": name, "target": "/data"}}}
	mounted := func(task answer) bool { return len(task.Mounts) == 1 && task.Mounts[0].Mounted.Path != "" }
	write("hawser.volume-commands", name+"-create", "CreateVolume", object{"name": name, "spec": spec})
	wait(name+"-create", func(result answer) bool { return result.Done != nil })
	write("hawser.tasks", name+"-pending", "Task", task)
	fmt.Println("mounted", wait(name+"-task", mounted).Mounts[0].Mounted.Path)
	task["observed"] = "TASK_STATE_RUNNING" // the container starts with the path bound to /data, and runs
	write("hawser.tasks", name+"-running", "Task", task)
	task["observed"] = "TASK_STATE_COMPLETE"
	write("hawser.tasks", name+"-complete", "Task", task)
	write("hawser.tasks", "", "", task) // the container is gone, so the task's record goes
	write("hawser.volume-commands", name+"-remove", "RemoveVolume", object{"name": name})
	wait(name+"-remove", func(result answer) bool { return result.Done != nil })
	fmt.Println("removed", name)
}
