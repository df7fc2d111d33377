/** What an operation costs: CPU time of each process, statements and transactions of volume-service's database. */
@NullMarked
package io.hawser.bench.cost;

import org.jspecify.annotations.NullMarked;
