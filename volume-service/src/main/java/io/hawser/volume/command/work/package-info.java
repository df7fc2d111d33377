/** Takes commands, answers them, and decides those that waited. */
package io.hawser.volume.command.work;
