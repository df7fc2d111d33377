/** Topics, as an orchestrator writes and reads them. */
@NullMarked
package io.hawser.cli.topic;

import org.jspecify.annotations.NullMarked;
