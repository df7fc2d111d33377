/** Pages for people: volumes, tasks, nodes and commands from the tables. */
package io.hawser.volume.api;
