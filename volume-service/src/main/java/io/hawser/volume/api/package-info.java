/** Pages for people: volumes, tasks, nodes and commands from the tables. */
@NullMarked
package io.hawser.volume.api;

import org.jspecify.annotations.NullMarked;
