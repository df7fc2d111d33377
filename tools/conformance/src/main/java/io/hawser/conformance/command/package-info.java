/** The command line of {@code ./hawser conformance}. */
package io.hawser.conformance.command;
