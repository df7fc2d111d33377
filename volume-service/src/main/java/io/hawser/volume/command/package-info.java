/** Decides about a command: accepted, refused, or not known yet. */
package io.hawser.volume.command;
