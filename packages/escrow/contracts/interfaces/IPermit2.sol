// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @notice A token and an amount, as Permit2 takes them.
struct TokenPermissions {
    address token;
    uint256 amount;
}

/// @notice The fields that the owner signed beside the witness.
struct PermitTransferFrom {
    TokenPermissions permitted;
    uint256 nonce;
    uint256 deadline;
}

/// @notice Where the tokens go.
struct SignatureTransferDetails {
    address to;
    uint256 requestedAmount;
}

/// @title What the registry asks of Permit2
interface IPermit2 {
    /// @notice Moves tokens of `owner` by one signature over the transfer and over `witness`.
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}
