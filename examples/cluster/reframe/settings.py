"""Settings of ReFrame for a machine with cards and a cluster with Slurm; adapt names and access."""

PARTITION = {"environs": ["builtin"], "launcher": "local"}

site_configuration = {
    "systems": [
        {
            "name": "workstation",
            "hostnames": [".*"],
            "partitions": [
                # One shard at a time: two on one card would disturb each other.
                {**PARTITION, "name": "gpu", "scheduler": "local", "max_jobs": 1},
                {**PARTITION, "name": "cpu", "scheduler": "local", "max_jobs": 4},
            ],
        },
        {
            "name": "cluster",
            "hostnames": ["login"],
            "partitions": [
                {
                    **PARTITION,
                    "name": "gpu",
                    "scheduler": "slurm",
                    "access": ["--partition=gpu"],
                    "max_jobs": 16,
                    "resources": [
                        {"name": "_rfm_gpu", "options": ["--gpus-per-node={num_gpus_per_node}"]}
                    ],
                }
            ],
        },
    ],
    "environments": [{"name": "builtin", "features": []}],
    "logging": [
        {
            "level": "info",
            "handlers": [{"type": "stream", "name": "stdout", "level": "info"}],
            "handlers_perflog": [
                {
                    "type": "filelog",
                    "level": "info",
                    "prefix": "%(check_system)s/%(check_partition)s",
                    "format": "%(check_result)s,%(check_job_completion_time)s,%(check_#ALL)s",
                    "ignore_keys": ["check_build_locally"],
                    "append": True,
                }
            ],
        }
    ],
}
