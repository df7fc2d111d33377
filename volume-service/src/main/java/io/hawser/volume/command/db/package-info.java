/** The tables of commands and of waiting commands. */
package io.hawser.volume.command.db;
