package io.hawser.deallocator.kafka;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

@Dependent
class KindsBean {
    @Produces
    @Singleton
    Kinds kinds() {
        return Kinds.HAWSERS;
    }
}
