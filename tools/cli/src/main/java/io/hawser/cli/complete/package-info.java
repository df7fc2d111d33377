/** What a shell offers for the word that is being typed. */
@NullMarked
package io.hawser.cli.complete;

import org.jspecify.annotations.NullMarked;
