/** Where Kafka and the services answer. */
@NullMarked
package io.hawser.cli.endpoint;

import org.jspecify.annotations.NullMarked;
