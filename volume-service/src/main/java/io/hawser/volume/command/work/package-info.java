/** Applies and answers commands, and decides the waiting ones. */
package io.hawser.volume.command.work;
