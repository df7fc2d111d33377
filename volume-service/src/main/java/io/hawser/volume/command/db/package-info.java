/** The tables of commands and of those that wait for what they name. */
package io.hawser.volume.command.db;
