/** Pages for people: volumes, tasks, nodes and commands as the tables have them. */
package io.hawser.volume.api;
