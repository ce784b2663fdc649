// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {TestPermitToken} from "./TestPermitToken.sol";

/// @title A token with EIP-2612 permits and EIP-3009 authorizations, like USDC, for devnets and tests: anyone may mint
contract TestAuthorizedToken is TestPermitToken {
    bytes32 private constant _TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @notice Whether an authorization's nonce was used.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    /// @notice An authorization was used.
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    /// @notice The authorization does not hold at this time.
    error AuthorizationNotValidNow();
    /// @notice The authorization was used before.
    error AuthorizationUsedBefore();
    /// @notice The authorization is not by the payer.
    error AuthorizationNotSigned();

    constructor(string memory name_, string memory symbol_, uint8 decimals_)
        TestPermitToken(name_, symbol_, decimals_)
    {}

    /// @notice Moves tokens by the payer's signature, as USDC does.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice The same with a signature of any form, for payers that are contracts (ERC-1271).
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        if (block.timestamp <= validAfter || block.timestamp >= validBefore) revert AuthorizationNotValidNow();
        if (authorizationState[from][nonce]) revert AuthorizationUsedBefore();
        bytes32 structHash =
            keccak256(abi.encode(_TRANSFER_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        if (!SignatureChecker.isValidSignatureNow(from, _hashTypedDataV4(structHash), signature)) {
            revert AuthorizationNotSigned();
        }
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }
}
