/** The services' REST pages, as a client reads them. */
@NullMarked
package io.hawser.cli.rest;

import org.jspecify.annotations.NullMarked;
